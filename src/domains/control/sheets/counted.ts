/** Items of a sheet that the software counts. */
import type { SheetItem } from './sheet-words.ts';

/** An item as it was counted. */
export const counted = (key: string, label: string, value: string, bad: boolean): SheetItem => ({
  key,
  label,
  auto: true,
  value,
  verdict: bad ? 'BAD' : 'OK',
  note: '',
});

/** The same of what is so now, whatever the period. */
export const standing = (...told: Parameters<typeof counted>): SheetItem => ({ ...counted(...told), moment: true });
