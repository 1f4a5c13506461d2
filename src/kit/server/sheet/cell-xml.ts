/** One cell as sheet XML, by the kind of its column. Hot: an export of a million rows calls this 15 million times. */
import { maskText } from '../audit/mask.ts';
import { dateSerial, instantSerial, timeSerial } from './serial.ts';
import type { CellKind, CellValue, SheetColumn } from './types.ts';
import { styleIndex } from './xlsx-styles.ts';
import { escapeXml } from './xml-text.ts';

/** A spreadsheet cell holds no more text. */
const maxTextLength = 32_767;
/** A double shows no more digits exactly; a longer number is written as text. */
const wholeNumber = /^-?\d{1,15}$/;
const decimalNumber = /^-?\d{1,15}(\.\d{1,12})?$/;

/** XML of a cell, '' when it is empty. `row` is the row number as text. */
export type CellEncoder = (value: CellValue, row: string) => string;

/** `A`, `B`, … `AA` of a column index from 0. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index; rest >= 0; rest = Math.floor(rest / 26) - 1)
    letters = String.fromCharCode(65 + (rest % 26)) + letters;
  return letters;
}

/** Integer fen as yuan with two decimals, by moving the point in the text: `-1234` → `-12.34`. */
export function fenToYuan(fen: string): string {
  const sign = fen.charCodeAt(0) === 45 ? '-' : '';
  const body = sign === '' ? fen : fen.slice(1);
  const size = body.length;
  if (size > 2) return `${sign}${body.slice(0, size - 2)}.${body.slice(size - 2)}`;
  return size === 2 ? `${sign}0.${body}` : `${sign}0.0${body}`;
}

function textOf(value: CellValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value)) return value.join('、');
  return String(value);
}

/** The number a cell of this kind holds, as XML text; undefined when the value is none and is written as text. */
function numericText(kind: CellKind, value: CellValue): string | undefined {
  if (kind === 'date' || kind === 'time') {
    const at =
      typeof value === 'string' ? timeSerial(value) : typeof value === 'number' ? instantSerial(value) : undefined;
    if (!at) return undefined;
    return kind === 'date' || at.second === 0 ? String(at.day) : (at.day + at.second / 86_400).toFixed(9);
  }
  const text = typeof value === 'string' ? value : String(value);
  if (kind === 'money') return wholeNumber.test(text) ? fenToYuan(text) : undefined;
  if (kind === 'percent') return wholeNumber.test(text) ? String(Number(text) / 10_000) : undefined;
  if (kind === 'int') return wholeNumber.test(text) ? text : undefined;
  return decimalNumber.test(text) ? text : Number.isFinite(value) ? text : undefined;
}

/** The encoder of the column at `index`. Text is an inline string, so a leading `=` is never a formula. */
export function cellEncoder(column: SheetColumn, index: number): CellEncoder {
  const letters = columnLetters(index);
  const { kind, labels, mask } = column;
  const open = `<c r="${letters}`;
  const numberStyle = `" s="${styleIndex(kind)}"><v>`;
  const textStyle = `" s="${styleIndex('text')}" t="inlineStr"><is><t xml:space="preserve">`;
  const asText = (text: string, row: string): string => {
    const shown = mask ? maskText(mask, text) : text;
    const kept = shown.length > maxTextLength ? shown.slice(0, maxTextLength) : shown;
    return `${open}${row}${textStyle}${escapeXml(kept)}</t></is></c>`;
  };
  if (labels !== undefined || kind === 'text')
    return (value, row) => {
      if (value === null || value === undefined || value === '') return '';
      if (labels && Array.isArray(value)) return asText(value.map((part) => labels[part] ?? part).join('、'), row);
      const text = textOf(value);
      return asText(labels?.[text] ?? text, row);
    };
  if (kind === 'date')
    return (value, row) => {
      if (value === null || value === undefined || value === '') return '';
      const serial = typeof value === 'string' ? dateSerial(value) : Number.NaN;
      if (!Number.isNaN(serial)) return `${open}${row}${numberStyle}${serial}</v></c>`;
      const number = numericText(kind, value);
      return number === undefined ? asText(textOf(value), row) : `${open}${row}${numberStyle}${number}</v></c>`;
    };
  return (value, row) => {
    if (value === null || value === undefined || value === '') return '';
    const number = numericText(kind, value);
    return number === undefined ? asText(textOf(value), row) : `${open}${row}${numberStyle}${number}</v></c>`;
  };
}
