/** Whether a main account is at or below the reminder of its holder's type; server and console share it. */

/** Null besides: the type has no reminder, or the person is not in use. */
export const lowStates = [
  { value: 'LOW', label: '低于提醒', tone: 'warning' },
  { value: 'OK', label: '未低于', tone: 'success' },
] as const;
