/** What passages are called. Both sides read it. */

export const directions = [
  { value: 'IN', label: '进', tone: 'success' },
  { value: 'OUT', label: '出', tone: 'info' },
] as const;

export const identifies = [
  { value: 'FACE', label: '人脸' },
  { value: 'CARD', label: '刷卡' },
  { value: 'QR', label: '二维码' },
  { value: 'CODE', label: '入口码' },
  { value: 'MANUAL', label: '人工放行' },
] as const;

export const verdicts = [
  { value: 'PASS', label: '放行', tone: 'success' },
  { value: 'REFUSED', label: '拒绝', tone: 'danger' },
  { value: 'STRANGER', label: '陌生人', tone: 'warning' },
] as const;
export type PassageVerdict = (typeof verdicts)[number]['value'];
