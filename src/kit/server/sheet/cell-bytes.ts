/**
 * One cell as sheet XML, from its value's UTF-8 text. Hot: an export of a million rows calls this 15 million times,
 * so common values never become strings; anything unusual takes the slow way through one.
 */
import { maskText } from '../audit/mask.ts';
import { type Fragment, fragment, putDigits, putFragment, putText, type RowOut } from './row-out.ts';
import { civilToDays, dateSerial, lastSerial, timeSerial, unixEpochSerial } from './serial.ts';
import type { CellKind, SheetColumn } from './types.ts';
import { styleIndex } from './xlsx-styles.ts';
import { escapeXml } from './xml-text.ts';

/**
 * Appends the cell whose text lies in `source[from, to)`. No cell says where it stands: the format counts them, so every cell
 * of a row up to its last is written, empty ones as `emptyCell`.
 */
export type CellEncoder = (out: RowOut, source: Buffer, from: number, to: number) => void;

/** A spreadsheet cell holds no more text. */
export const maxCellChars = 32_767;
/** A double shows no more digits exactly; a longer number is written as text. */
const maxDigits = 15;
/** XML around a cell at most; text itself grows six times at most (`&` → `&amp;`). */
export const cellOverheadBytes = 100;
export const textGrowth = 6;

const plain = 0;
const escaped = 1;
const slow = 2;
/** What each byte of a text asks for; 0xEF may begin U+FFFE, `_` one of the format's own escapes. */
const byteClass = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 38 || byte === 60 || byte === 62) return escaped;
  return byte < 32 || byte === 95 || byte === 0xef ? slow : plain;
});
const ampersand = fragment('&amp;');
const less = fragment('&lt;');
const greater = fragment('&gt;');
const cellEnd = fragment('</v></c>');

/** `A`, `B`, … `AA` of a column index from 0. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index; rest >= 0; rest = Math.floor(rest / 26) - 1)
    letters = String.fromCharCode(65 + (rest % 26)) + letters;
  return letters;
}

/** Appends text whose bytes need at most `&`, `<`, `>` escaped; false (with `out.at` anywhere) when they need more. */
function putPlainText(out: RowOut, source: Buffer, from: number, to: number): boolean {
  const { bytes } = out;
  // white space at the ends is only kept by an element that says so
  if (source[from]! <= 32 || source[to - 1]! <= 32 || to - from > maxCellChars) return false;
  let at = out.at;
  for (let i = from; i < to; i++) {
    const byte = source[i]!;
    const kind = byteClass[byte];
    if (kind === plain) bytes[at++] = byte;
    else if (kind === escaped) {
      out.at = at;
      putFragment(out, byte === 38 ? ampersand : byte === 60 ? less : greater);
      at = out.at;
    } else if (byte === 0xef ? source[i + 1] === 0xbf && source[i + 2]! >= 0xbe : byte !== 95 || source[i + 1] === 120)
      return false;
    else bytes[at++] = byte;
  }
  out.at = at;
  return true;
}

/** How many of the bytes are decimal digits behind an optional `-`; 0 when anything else is among them. */
function digitCount(source: Buffer, from: number, to: number): number {
  const start = source[from] === 45 ? from + 1 : from;
  for (let i = start; i < to; i++) if (source[i]! < 48 || source[i]! > 57) return 0;
  return to - start;
}

const two = (source: Buffer, at: number): number => (source[at]! - 48) * 10 + source[at + 1]! - 48;

/** Serial of the date at `from` when it is written in plain digits between 1901 and 2999; NaN otherwise. */
function plainDate(source: Buffer, from: number): number {
  if (source[from + 4] !== 45 || source[from + 7] !== 45) return Number.NaN;
  const year = two(source, from) * 100 + two(source, from + 2);
  const month = two(source, from + 5);
  const day = two(source, from + 8);
  if (!(year > 1900 && year < 3000 && month >= 1 && month <= 12 && day >= 1 && day <= 31)) return Number.NaN;
  return civilToDays(year, month, day) + unixEpochSerial;
}

/** Whether a time ends in Beijing's offset, `+08` or `+08:00`: then its digits are the ones shown. */
function endsInBeijing(source: Buffer, to: number): boolean {
  const at = source[to - 3] === 58 ? to - 6 : to - 3;
  return source[at] === 43 && source[at + 1] === 48 && source[at + 2] === 56;
}

function putSerial(out: RowOut, day: number, second: number): void {
  putDigits(out, day);
  if (second === 0) return;
  out.bytes[out.at++] = 46;
  // rounded up, because some programs cut the seconds off instead of rounding them
  putDigits(out, Math.ceil((second / 86_400) * 1e9), 9);
}

/** Appends the number a cell of this kind holds; false when the text is none. */
type NumberWriter = (out: RowOut, source: Buffer, from: number, to: number) => boolean;

function copyBytes(out: RowOut, source: Buffer, from: number, to: number): void {
  const { bytes } = out;
  let at = out.at;
  for (let i = from; i < to; i++) bytes[at++] = source[i]!;
  out.at = at;
}

const numberWriters: Record<Exclude<SheetColumn['kind'], 'text'>, NumberWriter> = {
  int(out, source, from, to) {
    const digits = digitCount(source, from, to);
    if (digits === 0 || digits > maxDigits) return false;
    copyBytes(out, source, from, to);
    return true;
  },
  /** Fen to yuan by setting the point two digits from the end. */
  money(out, source, from, to) {
    const digits = digitCount(source, from, to);
    if (digits === 0 || digits > maxDigits) return false;
    if (digits > 2) copyBytes(out, source, from, to - 2);
    else {
      if (source[from] === 45) out.bytes[out.at++] = 45;
      out.bytes[out.at++] = 48;
    }
    out.bytes[out.at++] = 46;
    if (digits === 1) out.bytes[out.at++] = 48;
    copyBytes(out, source, digits === 1 ? to - 1 : to - 2, to);
    return true;
  },
  number(out, source, from, to) {
    const text = source.toString('latin1', from, to);
    if (!/^-?\d{1,15}(\.\d{1,20})?$/.test(text)) return false;
    copyBytes(out, source, from, to);
    return true;
  },
  percent(out, source, from, to) {
    const digits = digitCount(source, from, to);
    if (digits === 0 || digits > maxDigits) return false;
    putText(out, String(Number(source.toString('latin1', from, to)) / 10_000));
    return true;
  },
  date(out, source, from, to) {
    let serial = to - from >= 10 ? plainDate(source, from) : Number.NaN;
    if (Number.isNaN(serial)) serial = dateSerial(source.toString('latin1', from, to));
    if (Number.isNaN(serial)) return false;
    putDigits(out, serial);
    return true;
  },
  time(out, source, from, to) {
    const day =
      to - from >= 22 && source[from + 16] === 58 && endsInBeijing(source, to) ? plainDate(source, from) : Number.NaN;
    const second = two(source, from + 11) * 3600 + two(source, from + 14) * 60 + two(source, from + 17);
    if (day <= lastSerial && second >= 0 && second < 86_400) putSerial(out, day, second);
    else {
      const slowly = timeSerial(source.toString('latin1', from, to));
      if (!slowly) return false;
      putSerial(out, slowly.day, slowly.second);
    }
    return true;
  },
};

/** Opens a cell of a style; the one of text is the default and need not be said. */
const opened = (kind: CellKind, rest: string): string =>
  `<c${styleIndex(kind) === 0 ? '' : ` s="${styleIndex(kind)}"`}${rest}`;

/** An empty cell of a kind, which keeps its format for whoever types into it. */
export const emptyCell = (kind: CellKind): Fragment => fragment(opened(kind, '/>'));

const text = fragment(opened('text', ' t="str"><v>'));
const inline = fragment(opened('text', ' t="inlineStr"><is><t xml:space="preserve">'));
const inlineEnd = fragment('</t></is></c>');
const emptyText = emptyCell('text');

/** Any text: an inline string, which keeps white space. */
function putAnyText(out: RowOut, value: string): void {
  if (value === '') {
    putFragment(out, emptyText);
    return;
  }
  putFragment(out, inline);
  putText(out, escapeXml(value.length > maxCellChars ? value.slice(0, maxCellChars) : value));
  putFragment(out, inlineEnd);
}

/** A text cell: `t="str"`, which no program runs as a formula, or an inline string where white space must be kept. */
const textCellEncoder: CellEncoder = (out, source, from, to) => {
  const start = out.at;
  putFragment(out, text);
  if (putPlainText(out, source, from, to)) putFragment(out, cellEnd);
  else {
    out.at = start;
    putAnyText(out, source.toString('utf8', from, to));
  }
};

/** The encoder of a column's cells. A value its kind cannot hold is written as the text it is. */
export function cellEncoder({ kind, labels, mask }: SheetColumn): CellEncoder {
  if (labels) {
    const known = new Map(Object.entries(labels).map(([stored, label]) => [stored, Buffer.from(label, 'utf8')]));
    return (out, source, from, to) => {
      const label = known.get(source.toString('utf8', from, to));
      if (!label) textCellEncoder(out, source, from, to);
      else if (label.length > 0) textCellEncoder(out, label, 0, label.length);
      else putFragment(out, emptyText);
    };
  }
  if (mask) return (out, source, from, to) => putAnyText(out, maskText(mask, source.toString('utf8', from, to)));
  if (kind === 'text') return textCellEncoder;
  const open = fragment(opened(kind, '><v>'));
  const write = numberWriters[kind];
  return (out, source, from, to) => {
    const start = out.at;
    putFragment(out, open);
    if (write(out, source, from, to)) putFragment(out, cellEnd);
    else {
      out.at = start;
      textCellEncoder(out, source, from, to);
    }
  };
}
