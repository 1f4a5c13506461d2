/** What kinds of days are called. */
export const dayKinds = [
  { value: 'HOLIDAY', label: '节假日', tone: 'warning' },
  { value: 'WORKDAY', label: '调休上班', tone: 'success' },
  { value: 'WEEKEND', label: '按周末', tone: 'info' },
] as const;
