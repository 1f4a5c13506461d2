/** How a cabinet was opened. */
import type { Choice } from '../../../kit/define/field.ts';

export const openWays = [
  { value: 'FACE', label: '人脸' },
  { value: 'CARD', label: '刷卡' },
  { value: 'CODE', label: '密码' },
  { value: 'KEY', label: '钥匙', tone: 'warning' },
  { value: 'REMOTE', label: '远程' },
  { value: 'UNKNOWN', label: '不明', tone: 'danger' },
] as const satisfies readonly Choice[];
