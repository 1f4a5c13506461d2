/** Whose publication a link is. */
export const ownerTypes = [
  { value: 'UNIT', label: '单位信息' },
  { value: 'OFFICER', label: '食品安全员' },
  { value: 'INSPECTOR', label: '巡检人员' },
  { value: 'VIDEO', label: '宣传视频' },
] as const;
export type OwnerType = (typeof ownerTypes)[number]['value'];
