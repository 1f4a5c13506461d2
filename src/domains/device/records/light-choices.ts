/** Whether a terminal speaks against closing the month; both sides read it. */
export const lights = [
  { value: 'SAFE', label: '可以月结', tone: 'success' },
  { value: 'UNUSED', label: '未启用', tone: 'neutral' },
  { value: 'WAITING', label: '待上传', tone: 'warning' },
  { value: 'SILENT', label: '失联', tone: 'warning' },
  { value: 'GAP', label: '有缺号', tone: 'danger' },
] as const;
export type Light = (typeof lights)[number]['value'];
