/** A file somebody chose → its header and rows as text, or a refusal in Chinese. The door of every import. */
import { readFile } from 'node:fs/promises';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { maxCellChars } from './cell-bytes.ts';
import { parseCsv } from './csv.ts';
import { decodeText, isBrokenUtf8, looksBinary, type TextEncoding } from './decode-text.ts';
import { sheetRefusals } from './sheet-refusals.ts';
import { maxSheetColumns, readXlsxRows } from './xlsx-reader.ts';

export const maxTableRows = 200_000;
/** What a table at this limit holds in memory fits the thread that reads it. */
export const maxTableCells = 6_000_000;
/** All its text, cell by cell: a text that many cells share is small in the file and is copied for each on its way out of a thread. */
const maxTableChars = 128 * 1024 * 1024;

export interface Table {
  headers: string[];
  /** Cells as text, trimmed, as many as headers; rows without any text are left out. */
  rows: string[][];
  /** The number each row has in the file, from 1, for messages. */
  rowNumbers: number[];
  encoding: TextEncoding | 'xlsx';
  /** Rows were left out because of the limit (only with `overflow: 'cut'`). */
  truncated: boolean;
  /** Rows with text, those not kept included. */
  total: number;
}

export interface ReadTableOptions {
  maxRows?: number;
  /** Past the limit: refuse (default), or cut, e.g. for a preview. */
  overflow?: 'refuse' | 'cut';
  /** Rows kept; the others are read and counted. Default all. */
  keepRows?: number;
  /** Sheet of a workbook, by its name or among the visible ones from 0; default the first visible. */
  sheet?: string | number;
  /** Refuses a table of more characters, and a workbook any part of which is larger, unpacked. Default what the reader takes. */
  mostBytes?: number;
}

/** Marks of direction, width and joining that come along when text is copied; between two emoji a joiner belongs there. */
const unseen =
  /[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|(?<![\p{Extended_Pictographic}\ufe0f\u{1f3fb}-\u{1f3ff}])\u200d/gu;
const plainAscii = /^[\x20-\x7e]*$/;
const wideSpaces = /[\u00a0\u2000-\u200a\u202f\u205f]/g;
const trimmed = (text: string): string =>
  plainAscii.test(text) ? text.trim() : text.replace(unseen, '').replace(wideSpaces, ' ').trim();
const isData = /^[\d\s.,:/\-+%¥￥]*$/;

/** Lines of one cell above the first wider line are titles, such as the info line of our own exports. */
const maxTitleLines = 5;

interface NumberedRow {
  cells: string[];
  number: number;
}

const firstOf = ({ cells }: NumberedRow): string => cells.find((cell) => cell !== '') ?? '';
/** A last line of totals, as our exports and most people's own tables end with. */
const isTotals = (row: NumberedRow): boolean => firstOf(row) === '合计';
/** What our exports write below their totals. */
const isNote = (row: NumberedRow): boolean => row.cells.length === 1 && firstOf(row).startsWith('核对：');

/** Collects rows: finds the header below any title lines, drops empty rows and a last line of totals, keeps the limit. */
function collector(filename: string, maxRows: number, keepRows: number, mostChars: number) {
  let titles: NumberedRow[] = [];
  let header: NumberedRow | undefined;
  const rows: string[][] = [];
  const rowNumbers: number[] = [];
  let overflowed = false;
  let widest = 0;
  let total = 0;
  let chars = 0;
  let fault: Refusal | undefined;
  /** A line of totals and the notes under it, until a row behind them says that the table goes on. */
  let ending: NumberedRow[] = [];

  const addRow = ({ cells, number }: NumberedRow): boolean => {
    if (total >= maxRows) {
      overflowed = true;
      return false;
    }
    total++;
    if (cells.length > widest) widest = cells.length;
    if (rows.length < keepRows) {
      rows.push(cells);
      rowNumbers.push(number);
    }
    // Short rows are filled up to the widest.
    return total * widest <= maxTableCells;
  };
  /** The lines held back were no titles: the table has one column. */
  const takeTitlesAsRows = (): boolean => {
    header = titles.shift();
    const held = titles;
    titles = [];
    return held.every(addRow);
  };
  return {
    take(raw: string[], number: number): boolean {
      if (raw.some(({ length }) => length > maxCellChars))
        fault = refuse(sheetRefusals.SHEET_DAMAGED, { filename, detail: `第 ${number} 行有过长的单元格` });
      for (const { length } of raw) chars += length;
      if (chars > mostChars) fault ??= refuse(sheetRefusals.SHEET_TOO_LARGE, { limitMiB: mostChars / 1024 ** 2 });
      if (fault) return false;
      const cells = raw.map(trimmed);
      while (cells.length > 0 && cells.at(-1) === '') cells.pop();
      if (cells.length === 0) return true;
      const row = { cells, number };
      if (header) {
        if (isTotals(row) || isNote(row)) {
          ending.push(row);
          return true;
        }
        const held = ending;
        ending = [];
        return [...held, row].every(addRow);
      }
      if (cells.filter((cell) => cell !== '').length > 1) {
        header = row;
        return true;
      }
      titles.push(row);
      return titles.length <= maxTitleLines || takeTitlesAsRows();
    },
    finish() {
      if (!header) takeTitlesAsRows();
      return { header, rows, rowNumbers, overflowed, widest, total, fault };
    },
  };
}

async function startOf(file: Buffer | string): Promise<Buffer> {
  return typeof file === 'string' ? readFile(file) : file;
}

const isZip = (bytes: Buffer): boolean => bytes.readUInt32LE(0) === 0x04034b50;
const isOldOffice = (bytes: Buffer): boolean => bytes.readUInt32BE(0) === 0xd0cf11e0;
/** A workbook behind a password lies packed in a file of the old kind. */
const isLocked = (bytes: Buffer): boolean => bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'));
/** What other systems export as `.xls` is often a page with a table in it. */
const webPage = /^\s*(<(!--|!doctype|\?xml|html|head|meta|style|script|body|div|table|tr)|MIME-Version:)/i;

/**
 * Reads a table from an .xlsx or delimited text file (UTF-8 with or without mark, UTF-16, GB18030); what it is is
 * seen from its bytes, the name is only for messages. Missing header names become `第N列`.
 */
export async function readTable(
  file: Buffer | string,
  filename: string,
  options: ReadTableOptions = {},
): Promise<Table | Refusal> {
  const maxRows = options.maxRows ?? maxTableRows;
  const bytes = await startOf(file);
  if (bytes.length === 0) return refuse(sheetRefusals.SHEET_EMPTY);
  const rows = collector(filename, maxRows, options.keepRows ?? maxRows, options.mostBytes ?? maxTableChars);
  let encoding: Table['encoding'];
  if (bytes.length >= 4 && isOldOffice(bytes))
    return refuse(isLocked(bytes) ? sheetRefusals.SHEET_LOCKED : sheetRefusals.SHEET_OLD_FORMAT, { filename });
  if (bytes.length >= 4 && isZip(bytes)) {
    encoding = 'xlsx';
    const { sheet, mostBytes } = options;
    const read = await readXlsxRows(
      bytes,
      { filename, ...(sheet === undefined ? {} : { sheet }), ...(mostBytes === undefined ? {} : { mostBytes }) },
      rows.take,
    );
    if (isRefusal(read)) return read;
  } else {
    if (looksBinary(bytes)) return refuse(sheetRefusals.SHEET_NOT_A_TABLE, { filename });
    const decoded = decodeText(bytes);
    if (!decoded)
      return isBrokenUtf8(bytes)
        ? refuse(sheetRefusals.SHEET_DAMAGED, { filename, detail: '文字在中间断开' })
        : refuse(sheetRefusals.SHEET_UNKNOWN_ENCODING, { filename });
    const start = decoded.text.slice(0, 200);
    if (webPage.test(start)) return refuse(sheetRefusals.SHEET_WEB_PAGE, { filename });
    if (/^\s*(%PDF|\{\\rtf)/i.test(start)) return refuse(sheetRefusals.SHEET_NOT_A_TABLE, { filename });
    encoding = decoded.encoding;
    const swallowed = parseCsv(decoded.text, rows.take);
    if (swallowed !== undefined) return refuse(sheetRefusals.SHEET_QUOTES, { row: swallowed });
  }
  const { header, rows: found, rowNumbers, overflowed, widest, total, fault } = rows.finish();
  if (fault) return fault;
  if (!header) return refuse(sheetRefusals.SHEET_EMPTY);
  if (widest > maxSheetColumns) return refuse(sheetRefusals.SHEET_TOO_MANY_COLUMNS, { limit: maxSheetColumns });
  if (header.cells.every((cell) => isData.test(cell)))
    return refuse(sheetRefusals.SHEET_NO_HEADER, { row: header.number });
  if (total === 0) return refuse(sheetRefusals.SHEET_NO_ROWS);
  if (total * Math.max(header.cells.length, widest) > maxTableCells)
    return refuse(sheetRefusals.SHEET_TOO_MANY_CELLS, { limit: maxTableCells / 10_000 });
  if (overflowed && options.overflow !== 'cut') return refuse(sheetRefusals.SHEET_TOO_MANY_ROWS, { limit: maxRows });
  const width = Math.max(header.cells.length, widest);
  const headers = Array.from({ length: width }, (_, i) => header.cells[i] || `第${i + 1}列`);
  for (const row of found) while (row.length < width) row.push('');
  return { headers, rows: found, rowNumbers, encoding, truncated: overflowed, total };
}
