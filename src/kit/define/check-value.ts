/** What a field accepts, with the words the clerk reads. Console and server share it, so both say the same. */
import { type Field, mostLines } from './field.ts';
import { seenKeys, wireCells } from './form.ts';

const chars = (text: string) => [...text].length;
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** A time of the business day; `max` is the last one, in minutes from its midnight. */
function checkHm(value: unknown, max: number): string | undefined {
  const [, hours, minutes] = (typeof value === 'string' && /^(\d\d):([0-5]\d)$/.exec(value)) || [];
  if (hours !== undefined && Number(hours) * 60 + Number(minutes) <= max) return undefined;
  const last = `${Math.floor(max / 60)}:${String(max % 60).padStart(2, '0')}`;
  return `时刻不正确，应为 00:00 至 ${last}`;
}

/** Resident identity number: 18 characters, date and check digit (GB 11643). */
export function isIdCard(value: string): boolean {
  if (!/^\d{17}[\dXx]$/.test(value)) return false;
  if (!isDate(`${value.slice(6, 10)}-${value.slice(10, 12)}-${value.slice(12, 14)}`)) return false;
  const sum = weights.reduce((total, weight, i) => total + weight * Number(value[i]), 0);
  return '10X98765432'[sum % 11] === value[17]!.toUpperCase();
}

/** A calendar date `YYYY-MM-DD` that exists, in the years 1000–9999. */
export function isDate(value: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(value)) return false;
  const at = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === value;
}

/** An instant, ISO 8601 with offset. */
export const isInstant = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/.test(value) &&
  isDate(value.slice(0, 10)) &&
  !Number.isNaN(Date.parse(value));

/** Largest measured number; its decimals are still exact in a double. */
const largestDecimal = 1e9;

const hasDigits = (value: number, digits: number): boolean =>
  Math.abs(value) <= largestDecimal && Math.abs(value - Number(value.toFixed(digits))) < 1e-9;

function notNumber(field: Field, value: number): string | undefined {
  const { kind, digits = 2 } = field;
  if (kind === 'decimal') return hasDigits(value, digits) ? undefined : `必须是数字，最多 ${digits} 位小数`;
  if (Number.isSafeInteger(value)) return undefined;
  if (kind === 'money') return '金额不正确，最多两位小数';
  return kind === 'percent' ? '百分比不正确，最多两位小数' : '必须是整数';
}

function checkNumber(field: Field, sent: unknown): string | undefined {
  const value = typeof sent === 'number' ? sent : Number.NaN;
  const none = notNumber(field, value);
  if (none) return none;
  const scale = field.kind === 'money' || field.kind === 'percent' ? 100 : 1;
  const unit = field.kind === 'money' ? ' 元' : field.kind === 'percent' ? '%' : field.unit ? ` ${field.unit}` : '';
  const said = (n: number) => `${(n / scale).toLocaleString('en-US')}${unit}`;
  const min =
    field.min ?? (field.kind === 'money' || field.kind === 'weight' || field.kind === 'percent' ? 0 : undefined);
  if (min !== undefined && value < min) return `不能小于 ${said(min)}`;
  if (field.max !== undefined && value > field.max) return `不能大于 ${said(field.max)}`;
  if (field.kind === 'money' && Math.abs(value) > 99_999_999_999) return '金额过大';
  return undefined;
}

function checkText(field: Field, value: unknown): string | undefined {
  if (typeof value !== 'string') return '必须是文字';
  // Halves of a character pair, and 0x00, are no text a database keeps.
  if (value.includes('\u0000') || !value.isWellFormed()) return '含有不可用的字符';
  const max = field.max ?? (field.kind === 'longText' ? 500 : 100);
  if (chars(value) > max) return `不能超过 ${max} 个字`;
  if (field.min !== undefined && chars(value) < field.min) return `不能少于 ${field.min} 个字`;
  if (field.pattern && !new RegExp(field.pattern.source, 'u').test(value)) return field.pattern.message;
  return undefined;
}

const isId = (v: unknown) => typeof v === 'number' && Number.isSafeInteger(v) && v > 0;

/** Kinds whose value is a list, so that an empty one is no value. */
const lists = new Set<Field['kind']>(['refs', 'choices', 'json', 'lines']);

/** Why a field does not take a value, without the field's name; undefined when it does. Empty is `required`'s matter. */
export function checkValue(field: Field, value: unknown): string | undefined {
  const none = Array.isArray(value) && value.length === 0 && lists.has(field.kind);
  const empty = value === null || value === undefined || value === '' || none;
  if (empty) return field.required || (field.kind === 'lines' && (field.min ?? 0) > 0) ? '不能为空' : undefined;
  switch (field.kind) {
    case 'int':
    case 'money':
    case 'percent':
    case 'weight':
    case 'decimal':
      return checkNumber(field, value);
    case 'bool':
      return typeof value === 'boolean' ? undefined : '必须是“是”或“否”';
    case 'date':
      return typeof value === 'string' && isDate(value) ? undefined : '日期不正确，应为 YYYY-MM-DD';
    case 'time':
      return typeof value === 'string' && isInstant(value) ? undefined : '时间不正确';
    case 'hm':
      return checkHm(value, field.max ?? 28 * 60);
    case 'choice':
      return field.choices?.some((c) => c.value === value && !c.notInForms) ? undefined : '不在可选范围内';
    case 'choices':
      return Array.isArray(value) && value.every((v) => field.choices?.some((c) => c.value === v))
        ? undefined
        : '不在可选范围内';
    case 'ref':
    case 'region':
      return isId(value) ? undefined : '请选择有效的记录';
    case 'refs':
      return Array.isArray(value) && value.length <= 2000 && value.every(isId) ? undefined : '请选择有效的记录';
    case 'phone':
      return (
        checkText({ ...field, max: 20 }, value) ??
        (/^1[3-9]\d{9}$|^0\d{2,3}-?\d{7,8}$|^400-?\d{3}-?\d{4}$/.test(value as string) ? undefined : '电话号码不正确')
      );
    case 'idCard':
      return checkText(field, value) ?? (isIdCard(value as string) ? undefined : '身份证号不正确');
    case 'lines':
      return linesText(lineFaults(field, value));
    case 'image':
      return field.purpose && !(typeof value === 'string' && value.startsWith(`${field.purpose}/`))
        ? field.purpose === 'signature'
          ? '请重新签名'
          : '请重新上传照片'
        : checkText(field, value);
    case 'json':
      return undefined;
    default:
      return checkText(field, value);
  }
}

/** What is wrong in the rows of a `lines` field. */
export interface LineFault {
  /** From 0; undefined where it is the rows together. */
  row?: number;
  /** Cell; undefined where it is the row as a whole. */
  key?: string;
  /** With row and cell named. */
  message: string;
}

type Line = Readonly<Record<string, unknown>>;

const isLine = (row: unknown): row is Line => typeof row === 'object' && row !== null && !Array.isArray(row);

/** The first row with the same `unique` cells, for every row that repeats one. */
function repeats(rows: readonly Line[], unique: readonly string[]): Map<number, number> {
  const first = new Map<string, number>();
  const found = new Map<number, number>();
  for (const [i, row] of rows.entries()) {
    const cells = unique.map((key) => row[key]);
    if (cells.every((cell) => cell === null || cell === undefined || cell === '')) continue;
    const name = JSON.stringify(cells);
    const before = first.get(name);
    if (before === undefined) first.set(name, i);
    else found.set(i, before);
  }
  return found;
}

/**
 * Everything wrong in the rows, in their order; both sides say the same. Cells that are only shown are not looked at; one that names
 * the row must be there, and what goes along with it where the rows are given.
 */
export function lineFaults(field: Field, value: unknown): LineFault[] {
  const spec = field.lines;
  if (!spec) return [];
  if (!Array.isArray(value) || !value.every(isLine)) return [{ message: '格式不正确' }];
  const rows: readonly Line[] = value;
  const most = field.max ?? mostLines;
  if (rows.length > most) return [{ message: `不能超过 ${most} 行` }];
  const faults: LineFault[] = [];
  if (rows.length < (field.min ?? 0)) faults.push({ message: `不能少于 ${field.min} 行` });
  const keys = Object.keys(spec.fields);
  const travelling = new Set(wireCells(spec));
  // A row that was added here has no id yet.
  const given = spec.fixed === true || spec.pick === true;
  const again = spec.unique ? repeats(rows, spec.unique) : new Map<number, number>();
  for (const [row, line] of rows.entries()) {
    for (const key of seenKeys(spec.fields, keys, line)) {
      const cell = spec.fields[key]!;
      const message = travelling.has(key)
        ? checkValue(
            cell.readOnly ? { ...cell, required: given || spec.unique?.includes(key) === true } : cell,
            line[key],
          )
        : undefined;
      if (message) faults.push({ row, key, message: `第 ${row + 1} 行 ${cell.label}${message}` });
    }
    const before = again.get(row);
    if (before !== undefined) {
      const labels = spec.unique!.map((key) => spec.fields[key]!.label).join('、');
      faults.push({ row, key: spec.unique![0]!, message: `第 ${row + 1} 行 ${labels}与第 ${before + 1} 行重复` });
    }
  }
  return faults;
}

/** Faults said in one breath. */
const said = 3;
function linesText(faults: readonly LineFault[]): string | undefined {
  if (faults.length === 0) return undefined;
  const [first] = faults;
  const rest = faults.length > said ? ` 等 ${faults.length} 处` : '';
  return `${first!.row === undefined ? '' : '：'}${faults
    .slice(0, said)
    .map((fault) => fault.message)
    .join('；')}${rest}`;
}
