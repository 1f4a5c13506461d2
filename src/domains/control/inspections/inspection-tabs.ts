/** Who inspects, who is to eat along when, and what was recorded: tabs of 巡检人员. */
const people = '/admin/organization/inspection_user';

export const inspectionTabs = [
  { path: people, label: '人员' },
  { path: `${people}/duty`, label: '陪餐排班', by: people },
  { path: `${people}/record_log`, label: '记录', by: people },
] as const;
