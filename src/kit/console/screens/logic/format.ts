/** A value as text, by the kind of its field: for cells, facts, printing and copying. */
import { formatFenGrouped } from '../../../define/fen.ts';
import { type Field, nameKey } from '../../../define/field.ts';
import { formatDate, formatShortTime, formatTime } from '../../clock.ts';
import { hmText } from './hm.ts';
import { moneyText } from './money-input.ts';
import { isBlank } from './validate.ts';

type Values = Readonly<Record<string, unknown>>;

/** Basis points as a percentage, without needless zeros: 1250 → 12.5%. */
export function percentText(basisPoints: number): string {
  return `${Number((basisPoints / 100).toFixed(2))}%`;
}

const grouped = (n: number, { digits = 2, exact }: Pick<Field, 'digits' | 'exact'> = {}) =>
  n.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: exact ? digits : 0 });

/** The shown text of a field's value; empty for no value. `row` brings the names of refs. */
export function formatValue(field: Field, key: string, row: Values): string {
  const value = row[key];
  if (field.kind === 'ref' || field.kind === 'region' || field.kind === 'refs')
    return (
      refText(key, row) ||
      (key in row && (isBlank(value) || (Array.isArray(value) && value.length === 0)) ? (field.none ?? '') : '')
    );
  if (isBlank(value)) return key in row ? (field.noneOf?.(row) ?? field.none ?? '') : '';
  switch (field.kind) {
    case 'money':
      return typeof value === 'number' ? formatFenGrouped(value) : String(value);
    case 'int':
    case 'weight':
    case 'decimal':
      return typeof value === 'number' ? grouped(value, field) : String(value);
    case 'percent':
      return typeof value === 'number' ? percentText(value) : String(value);
    case 'bool':
      if (field.words) return field.words[value === true ? 0 : 1].label;
      return value === true ? '是' : '否';
    case 'time':
      return formatTime(String(value)) || String(value);
    case 'hm':
      return hmText(String(value));
    case 'choice':
      return choiceLabel(field, value);
    case 'choices':
      return Array.isArray(value) ? value.map((v) => choiceLabel(field, v)).join('、') : String(value);
    case 'image':
    case 'file':
      return '已上传';
    case 'password':
      return '••••••';
    case 'lines':
      return Array.isArray(value) ? `${value.length} 行` : '';
    case 'json':
      return typeof value === 'string' ? value : JSON.stringify(value);
    default:
      return String(value);
  }
}

/** A column and the one whose value stands below in the same cell. */
interface Pair {
  above: { field: Field; key: string };
  below: { field: Field; key: string };
}

/**
 * The text of the second line of a cell. A time is as short as its column is; below another time it says which it is, and its day only
 * where that is another one.
 */
export function formatBelow({ above, below }: Pair, row: Values, narrow: boolean): string {
  const text = formatValue(below.field, below.key, row);
  if (below.field.kind !== 'time' || isBlank(row[below.key])) return text;
  const at = String(row[below.key]);
  if (above.field.kind !== 'time') return narrow ? formatShortTime(at) : text;
  const sameDay = formatDate(at) === formatDate(String(row[above.key] ?? ''));
  return `${below.field.label.replace(/时间$/, '')} ${sameDay ? text.slice(11) : formatShortTime(at)}`;
}

/** The text for a spreadsheet: numbers without separators, so that they stay numbers. */
export function plainText(field: Field, key: string, row: Values): string {
  const value = row[key];
  if (typeof value === 'number') {
    if (field.kind === 'money') return moneyText(value);
    if (field.kind === 'int' || field.kind === 'weight' || field.kind === 'decimal') return String(value);
  }
  return formatValue(field, key, row);
}

/** A sum in the shape of its column. */
export function sumText(field: Field, sum: number): string {
  return field.kind === 'money'
    ? formatFenGrouped(sum)
    : field.kind === 'percent'
      ? percentText(sum)
      : grouped(sum, field);
}

function choiceLabel(field: Field, value: unknown): string {
  return field.choices?.find((c) => c.value === String(value))?.label ?? String(value);
}

function refText(key: string, row: Values): string {
  const name = row[nameKey(key)];
  if (Array.isArray(name)) return name.join('、');
  return isBlank(name) ? '' : String(name);
}
