/** The group robots an alert can be told by: whose address it is, what a message looks like. Both sides read it. */

export const robotKinds = [
  { value: 'WECOM', label: '企业微信' },
  { value: 'DINGTALK', label: '钉钉' },
] as const;
export type RobotKind = (typeof robotKinds)[number]['value'];

/** The one host each kind is reached at. */
export const robotHosts: Readonly<Record<RobotKind, string>> = {
  WECOM: 'qyapi.weixin.qq.com',
  DINGTALK: 'oapi.dingtalk.com',
};
