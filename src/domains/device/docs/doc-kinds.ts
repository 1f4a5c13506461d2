/** Documents terminals are given, and how far one has come. Both sides read it. */

export const docKinds = [
  { value: 'DOOR', label: '门禁规则' },
  { value: 'PASSES', label: '通行名单' },
  { value: 'SCREEN', label: '公示屏内容' },
  { value: 'ROSTER', label: '排班' },
  { value: 'TODO', label: '待留样清单' },
  { value: 'APP', label: '程序' },
] as const;
export type DocKind = (typeof docKinds)[number]['value'];

export const docStates = [
  { value: 'WAITING', label: '待下发', tone: 'warning' },
  { value: 'FAILED', label: '失败', tone: 'danger' },
  { value: 'DONE', label: '已生效', tone: 'success' },
] as const;
