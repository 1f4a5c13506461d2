/** Text of a cell → the value the form would send, or why not. People write dates and amounts in many ways. */

import { isDate } from '../../../define/check-value.ts';
import type { Choice } from '../../../define/field.ts';
import { mergedBelow, readYearless } from '../../sheet/cell-marks.ts';
import type { ImportColumn } from './types.ts';

/** A value; or a message; or names whose ids are still to be looked up. */
export type Parsed = { value: unknown } | { error: string } | { names: string[]; many: boolean };

const value = (of: unknown): Parsed => ({ value: of });
const error = (message: string): Parsed => ({ error: message });

/** A number that is a name (工号) as people type it: full-width digits and letters, the apostrophe that makes it text. */
export const codeText = (text: string): string => halfWidth(text).replace(/^['’]/, '').trim();

/** What is wrong with a cell, beginning with its column, said once. */
export const cellFault = (label: string, message: string): string =>
  message.startsWith(label) ? message : `${label}${message}`;

/** What spreadsheets make of long numbers in columns that are not text. */
const exponent = /^\d(\.\d+)?e\+?\d{2}$/i;
/** Something computed: what it came to when the file was saved may be old, or is not there at all. */
const formula = /^=./;
const separators = /[,，、;；|/\n]+/;
/** What a formula that failed leaves behind, and what a column too narrow for its numbers leaves in text. */
const sheetError = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA|#{2,})$/i;
/** A number or a name of letters and digits. */
const code = /^[\w./#-]*[0-9a-z][\w./#-]*$/i;

const halfWidth = (text: string): string => text.normalize('NFKC').trim();
const pad = (text: string): string => text.padStart(2, '0');

/** `2026-4-1`, `2026/04/01`, `2026.4.1`, `2026年4月1日`, `20260401` as `YYYY-MM-DD`, which may still not exist. */
function readDate(text: string): string | undefined {
  const found = /^(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?)|(\d{2})(\d{2}))$/.exec(text);
  if (!found) return undefined;
  return `${found[1]}-${pad(found[2] ?? found[4]!)}-${pad(found[3] ?? found[5]!)}`;
}

/** Decimal text to a whole number of hundredths, by its digits; undefined when it has more than two decimals. */
function hundredths(text: string): number | undefined {
  const found = /^(-?)(\d{1,12})(?:\.(\d*))?$/.exec(text);
  if (!found) return undefined;
  const decimals = (found[3] ?? '').replace(/0+$/, '');
  if (decimals.length > 2) return undefined;
  const size = Number(found[2]) * 100 + Number(decimals.padEnd(2, '0'));
  return found[1] === '-' && size !== 0 ? -size : size;
}

/**
 * A number without the marks between its thousands. 12,5 is not 125 and `12 50` not 1250: a mark stands before three digits
 * or says nothing that can be trusted.
 */
function withoutMarks(text: string): { plain: string } | { error: string } {
  if (/\d\s+\d/.test(text) && !/^-?\s*\d{1,3}(\s\d{3})+(\.\d*)?$/.test(text))
    return { error: '数字中间有空格，请去掉' };
  const plain = text.replace(/\s/g, '');
  if (plain.includes(',') && !/^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain)) return { error: '千位分隔符位置不对' };
  return { plain: plain.replaceAll(',', '') };
}

/** Reads a number with its unit, `read` from its bare digits. */
function parseNumber(
  text: string,
  unit: string | undefined,
  read: (plain: string) => number | undefined,
  wrong: string,
): Parsed {
  const half = halfWidth(text);
  const bare = withoutMarks(unit && half.endsWith(unit) ? half.slice(0, -unit.length).trim() : half);
  if ('error' in bare) return bare;
  const number = read(bare.plain);
  return number === undefined ? error(wrong) : value(number);
}

const parseMoney = (text: string): Parsed =>
  parseNumber(halfWidth(text).replace(/[¥￥]/g, '').trim(), '元', hundredths, '金额不正确，最多两位小数');

const parsePercent = (text: string): Parsed => parseNumber(text, '%', hundredths, '百分比不正确，例如 5% 或 0.6%');

const parseWhole = (text: string, unit: string | undefined): Parsed =>
  parseNumber(
    text,
    unit,
    (plain) => (/^-?\d{1,15}(\.0*)?$/.test(plain) ? Number.parseInt(plain, 10) : undefined),
    '必须是整数',
  );

const parseDecimal = (text: string, unit: string | undefined): Parsed =>
  parseNumber(text, unit, (plain) => (/^-?\d{1,12}(\.\d*)?$/.test(plain) ? Number(plain) : undefined), '必须是数字');

/** `2026 年 9 月 1 日` is one word. */
const dayAndTime = (text: string) =>
  (readYearless(text)?.date ?? halfWidth(text).replace(/\s*([年月])\s*|\s+(日)/g, '$1$2'))
    .replace(/\+08:00$/, '')
    .split(/[\sT]+/);

function parseDate(text: string): Parsed {
  const [day = '', time] = dayAndTime(text);
  const date = readDate(day);
  return date && (time === undefined || /^\d{1,2}:\d{2}/.test(time))
    ? value(date)
    : error('日期不正确，应为 2026-04-01');
}

function parseTime(text: string): Parsed {
  const [day = '', time = '00:00', zone] = dayAndTime(text);
  const date = readDate(day);
  const found = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/.exec(time);
  if (
    !date ||
    !isDate(date) ||
    !found ||
    zone !== undefined ||
    Number(found[1]) > 23 ||
    Number(found[2]) > 59 ||
    Number(found[3] ?? 0) > 59
  )
    return error('时间不正确，应为 2026-04-01 08:30:00');
  return value(`${date}T${pad(found[1]!)}:${found[2]}:${found[3] ?? '00'}+08:00`);
}

function parseClock(text: string): Parsed {
  const found = /^(\d{1,2}):(\d{2})(?::00)?$/.exec(halfWidth(text).replace('：', ':'));
  return found ? value(`${pad(found[1]!)}:${found[2]}`) : error('时刻不正确，应为 08:30');
}

const yes = new Set(['是', 'y', 'yes', 'true', '1', '√', '✓', '有', '开', '启用']);
const no = new Set(['否', 'n', 'no', 'false', '0', '×', '无', '关', '停用']);

function parseBool(text: string): Parsed {
  const plain = halfWidth(text).toLowerCase();
  if (yes.has(plain)) return value(true);
  return no.has(plain) ? value(false) : error('请填写“是”或“否”');
}

/** The stored value of a label (or of the value itself), whatever its width and case. */
function choiceOf(text: string, choices: readonly Choice[]): string | undefined {
  const plain = halfWidth(text).toLowerCase();
  return choices.find((one) => halfWidth(one.label).toLowerCase() === plain || one.value.toLowerCase() === plain)
    ?.value;
}

const offered = (choices: readonly Choice[]): string => `只能填写：${choices.map((one) => one.label).join('、')}`;

function parseChoices(text: string, choices: readonly Choice[]): Parsed {
  const found = text
    .split(separators)
    .filter((part) => part.trim() !== '')
    .map((part) => choiceOf(part, choices));
  return found.every((one) => one !== undefined) ? value([...new Set(found)]) : error(offered(choices));
}

/** Reads a cell by its field's kind; `pasted`: no formula comes that way. Empty cells are null. Ranges, lengths and check digits are `checkValue`'s. */
export function parseCell(column: ImportColumn, raw: string, pasted = false): Parsed {
  const text = raw.trim();
  if (text === '') return value(null);
  if (!pasted && formula.test(text))
    return error(
      `是公式「${text.length > 30 ? `${text.slice(0, 30)}…` : text}」，请改为数值：复制后用“选择性粘贴 → 数值”`,
    );
  if (text === mergedBelow) return error('与上方的单元格合并，请取消合并后逐行填写');
  if (sheetError.test(text)) return error(`是表格的错误值「${text}」，请改正后再导入`);
  switch (column.kind) {
    case 'int':
      return parseWhole(text, column.unit);
    case 'weight':
      return parseWhole(text, '克');
    case 'decimal':
      return parseDecimal(text, column.unit);
    case 'money':
      return parseMoney(text);
    case 'percent':
      return parsePercent(text);
    case 'date':
      return parseDate(text);
    case 'time':
      return parseTime(text);
    case 'hm':
      return parseClock(text);
    case 'bool':
      return parseBool(text);
    case 'choice': {
      const found = choiceOf(text, column.choices ?? []);
      return found === undefined ? error(offered(column.choices ?? [])) : value(found);
    }
    case 'choices':
      return parseChoices(text, column.choices ?? []);
    case 'ref':
    case 'region':
      return { names: [text], many: false };
    case 'refs':
      return {
        names: text
          .split(separators)
          .map((part) => part.trim())
          .filter((part) => part !== ''),
        many: true,
      };
    case 'longText':
      return value(text);
    default:
      return parseText(column, text);
  }
}

function parseText(column: ImportColumn, text: string): Parsed {
  if (exponent.test(text)) return error(`长数字「${text}」已被表格软件改为科学计数，请将该列设为文本后重新填写`);
  const date = readYearless(text);
  if (date) return error(`「${date.shown}」是表格软件改成的日期，请将该列设为文本后重新填写`);
  if (text.includes('\ufffd')) return error('含有乱码，请核对后重新填写');
  if (column.kind === 'phone' && text.includes('*')) return error('有几位被隐去了，请填写完整的号码');
  if (column.kind === 'phone')
    return value(
      codeText(text)
        .replace(/[\s-]/g, '')
        .replace(/^\+?86(?=1\d{10}$)/, ''),
    );
  if (column.kind === 'idCard') return value(codeText(text).replace(/\s/g, '').toUpperCase());
  const bare = codeText(text);
  // A number in wide digits, or behind the apostrophe that makes it text, is the number; words are left as they are.
  return value(code.test(bare) ? bare : text.replace(/\s*[\r\n]+\s*/g, ' '));
}
