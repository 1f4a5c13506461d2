/** Words of suppliers and their papers. */
import type { Choice } from '../../../kit/define/field.ts';

export const supplierStates = [
  { value: 'NORMAL', label: '正常', tone: 'success' },
  { value: 'EXPIRING', label: '60 天内到期', tone: 'info' },
  { value: 'EXPIRING30', label: '30 天内到期', tone: 'warning' },
  { value: 'EXPIRING7', label: '7 天内到期', tone: 'danger' },
  { value: 'PAPER_OVER', label: '证照已过期', tone: 'danger' },
  { value: 'EXPIRED', label: '许可证已过期', tone: 'danger' },
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

/** A licence or certificate is worth a word so many days before it ends, the more urgent the fewer. */
export const warnDays = [
  { days: 7, state: 'EXPIRING7' },
  { days: 30, state: 'EXPIRING30' },
  { days: 60, state: 'EXPIRING' },
] as const;
