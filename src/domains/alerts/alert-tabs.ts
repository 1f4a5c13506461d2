/** The pages of alerts as tabs: what calls for somebody, what is to be put right, who hears of it and in which groups. */
const alerts = '/admin/organization/alert_detail';
const safety = '/admin/organization/food_safety_employee';

export const alertTabs = [
  { path: alerts, label: '预警' },
  { path: `${safety}/issue`, label: '隐患整改', by: safety },
  { path: `${alerts}/receiver`, label: '接收设置', by: alerts },
  { path: `${alerts}/robot`, label: '群机器人', by: alerts },
] as const;
