/** A file somebody chose → its header and rows as text, or a refusal in Chinese. The door of every import. */
import { readFile } from 'node:fs/promises';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { collectRows, type MergedDown, maxTableCells } from './collect-rows.ts';
import { parseCsv } from './csv.ts';
import { decodeText, isBrokenUtf8, looksBinary, type TextEncoding } from './decode-text.ts';
import { findHeadings, knownHeadings } from './heading-row.ts';
import { readHtmlRows } from './read-html-rows.ts';
import { sheetRefusals } from './sheet-refusals.ts';
import { maxSheetColumns, readXlsxRows } from './xlsx-reader.ts';

export const maxTableRows = 200_000;
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
  /** What of the file is not among the rows, and rows that nobody sees in it, a sentence each. */
  notices: string[];
}

export interface ReadTableOptions {
  maxRows?: number;
  /** Past the limit: refuse (default), or cut, e.g. for a preview. */
  overflow?: 'refuse' | 'cut';
  /** Rows kept; the others are read and counted. Default all. */
  keepRows?: number;
  /** Sheet of a workbook, by its name or among the visible ones from 0; default the first visible one with rows, that has known headings if any has. */
  sheet?: string | number;
  /** Names the headings may go by: with them they are found among the first lines, whatever stands above. */
  headings?: readonly string[];
  /** Refuses a table of more characters, and a workbook any part of which is larger, unpacked. Default what the reader takes. */
  mostBytes?: number;
}

const isData = /^[\d\s.,:/\-+%¥￥]*$/;

async function startOf(file: Buffer | string): Promise<Buffer> {
  return typeof file === 'string' ? readFile(file) : file;
}

const isZip = (bytes: Buffer): boolean => bytes.readUInt32LE(0) === 0x04034b50;
const isOldOffice = (bytes: Buffer): boolean => bytes.readUInt32BE(0) === 0xd0cf11e0;
/** A workbook behind a password lies packed in a file of the old kind. */
const isLocked = (bytes: Buffer): boolean => bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'));
/** What other systems export as `.xls` is often a page with a table in it, or a workbook written as XML. */
const webPage = /^\s*<(!--|!doctype|\?xml|html|head|meta|style|script|body|div|table|tr)/i;
/** Pages that a browser saved with all that belongs to them. */
const mailedPage = /^\s*MIME-Version:/i;

/**
 * Reads a table from an .xlsx, a web page or delimited text (UTF-8 with or without mark, UTF-16, GB18030); what it is is
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
  const known = knownHeadings(options.headings ?? []);
  const limits = { filename, maxRows, keepRows: options.keepRows ?? maxRows };
  const rows = collectRows({ ...limits, mostChars: options.mostBytes ?? maxTableChars }, known);
  const isTable = (lines: readonly string[][]) => findHeadings(lines, known) !== undefined;
  let encoding: Table['encoding'];
  let merged: readonly MergedDown[] = [];
  const notices: string[] = [];
  if (bytes.length >= 4 && isOldOffice(bytes))
    return refuse(isLocked(bytes) ? sheetRefusals.SHEET_LOCKED : sheetRefusals.SHEET_OLD_FORMAT, { filename });
  if (bytes.length >= 4 && isZip(bytes)) {
    encoding = 'xlsx';
    const { sheet, mostBytes } = options;
    const read = await readXlsxRows(
      bytes,
      {
        filename,
        isTable,
        ...(sheet === undefined ? {} : { sheet }),
        ...(mostBytes === undefined ? {} : { mostBytes }),
      },
      rows.take,
    );
    if (isRefusal(read)) return read;
    merged = read.merged;
    if (read.others.length > 0)
      notices.push(`只读取了工作表「${read.sheet}」，${read.others.map((name) => `「${name}」`).join('')}没有读取`);
  } else {
    if (looksBinary(bytes)) return refuse(sheetRefusals.SHEET_NOT_A_TABLE, { filename });
    const decoded = decodeText(bytes);
    if (!decoded)
      return isBrokenUtf8(bytes)
        ? refuse(sheetRefusals.SHEET_DAMAGED, { filename, detail: '文字在中间断开' })
        : refuse(sheetRefusals.SHEET_UNKNOWN_ENCODING, { filename });
    const start = decoded.text.slice(0, 200);
    if (mailedPage.test(start)) return refuse(sheetRefusals.SHEET_WEB_PAGE, { filename });
    if (/^\s*(%PDF|\{\\rtf)/i.test(start)) return refuse(sheetRefusals.SHEET_NOT_A_TABLE, { filename });
    encoding = decoded.encoding;
    if (webPage.test(start)) {
      const read = readHtmlRows(decoded.text, { filename, isTable }, rows.take);
      if (isRefusal(read)) return read;
      merged = read.merged;
      notices.push(...read.notices);
    } else {
      const swallowed = parseCsv(decoded.text, rows.take);
      if (swallowed !== undefined) return refuse(sheetRefusals.SHEET_QUOTES, { row: swallowed });
    }
  }
  const { header, rows: found, rowNumbers, overflowed, widest, total, fault, notices: said } = rows.finish(merged);
  if (fault) return fault;
  if (!header) return refuse(sheetRefusals.SHEET_EMPTY);
  const width = Math.max(header.cells.length, widest);
  if (width > maxSheetColumns) return refuse(sheetRefusals.SHEET_TOO_MANY_COLUMNS, { limit: maxSheetColumns });
  if (header.cells.every((cell) => isData.test(cell)))
    return refuse(sheetRefusals.SHEET_NO_HEADER, { row: header.number });
  if (total === 0) return refuse(sheetRefusals.SHEET_NO_ROWS);
  if (total * width > maxTableCells)
    return refuse(sheetRefusals.SHEET_TOO_MANY_CELLS, { limit: maxTableCells / 10_000 });
  if (overflowed && options.overflow !== 'cut') return refuse(sheetRefusals.SHEET_TOO_MANY_ROWS, { limit: maxRows });
  const headers = Array.from({ length: width }, (_, i) => header.cells[i] || `第${i + 1}列`);
  for (const row of found) while (row.length < width) row.push('');
  return { headers, rows: found, rowNumbers, encoding, truncated: overflowed, total, notices: [...notices, ...said] };
}
