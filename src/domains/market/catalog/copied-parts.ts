/** What of a library good its copies carry and are offered anew. */
import type { Choice } from '../../../kit/define/field.ts';

export const copiedParts = [
  { value: 'name', label: '名称' },
  { value: 'spec', label: '规格' },
  { value: 'barcode', label: '条码' },
  { value: 'image', label: '图片' },
  { value: 'shelfDays', label: '保质期' },
] as const satisfies readonly Choice[];
export type CopiedPart = (typeof copiedParts)[number]['value'];
