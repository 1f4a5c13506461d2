/** What a bank's program takes. */
import type { Choice } from '../../../kit/define/field.ts';

export const payoutFormats = [
  { value: 'CSV_GB', label: 'CSV（GB18030）' },
  { value: 'CSV_UTF8', label: 'CSV（UTF-8）' },
  { value: 'XLSX', label: 'Excel' },
] as const satisfies readonly Choice[];
export type PayoutFormat = (typeof payoutFormats)[number]['value'];
