/** Kinds of days, as the unit's calendar says. Both sides read it. */
export const dayKindsOfRules = [
  { value: 'WORKDAY', label: '工作日' },
  { value: 'WEEKEND', label: '周末' },
  { value: 'HOLIDAY', label: '节假日' },
] as const;
