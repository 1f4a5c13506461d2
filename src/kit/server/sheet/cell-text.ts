/** A cell's value as the text its encoder reads. */
import { isoAt } from '../clock.ts';
import type { CellValue, SheetColumn } from './types.ts';

/** '' for an empty cell; a list becomes its labels joined by `、`; an epoch in a time or date column becomes ISO 8601. */
export function cellText(column: SheetColumn, value: CellValue): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return column.labels?.[String(value)] ?? (value ? '是' : '否');
  if (Array.isArray(value)) return value.map((part) => column.labels?.[part] ?? part).join('、');
  if (typeof value === 'number' && (column.kind === 'time' || column.kind === 'date')) return isoAt(value);
  return String(value);
}
