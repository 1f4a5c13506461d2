/** Words of suppliers and their papers. */
import type { Choice } from '../../../kit/define/field.ts';

export const supplierStates = [
  { value: 'NORMAL', label: '正常', tone: 'success' },
  { value: 'EXPIRING', label: '将到期', tone: 'warning' },
  { value: 'EXPIRED', label: '已过期', tone: 'danger' },
  { value: 'BLACK', label: '黑名单', tone: 'danger' },
  { value: 'DISABLED', label: '停用', tone: 'danger' },
] as const satisfies readonly Choice[];

export const paperKinds = [
  { value: 'LICENCE', label: '营业执照' },
  { value: 'FOOD', label: '食品经营/生产许可证' },
  { value: 'QUARANTINE', label: '检疫证明' },
  { value: 'TEST', label: '检验报告' },
  { value: 'OTHER', label: '其他' },
] as const satisfies readonly Choice[];

/** A licence is worth a word so many days before it ends. */
export const warnDays = 60;
