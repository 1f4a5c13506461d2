/**
 * Reads the rows of a sheet as text, as a stream: what a person sees in the cell, leading zeros and all digits kept. A formula is
 * given as the formula, `=B2*1.1`: what the program that saved the file last made of it may be old, or missing.
 */
import { type Refusal, refuse } from '../refusal.ts';
import { yearlessDate } from './cell-marks.ts';
import { bareCells, type MergedDown } from './collect-rows.ts';
import { headingLines } from './heading-row.ts';
import { lostDigits, numberText } from './number-format.ts';
import { serialText } from './serial.ts';
import { sheetRefusals } from './sheet-refusals.ts';
import { feedEntry, readWorkbook, type Workbook } from './xlsx-workbook.ts';
import { unescapeCell, unescapeXml } from './xml-text.ts';
import { attribute, xmlTokens } from './xml-tokens.ts';
import { openZip, ZipError, type ZipReader } from './zip-reader.ts';

export const maxSheetColumns = 256;
const maxSheetBytes = 1024 ** 3;

export interface XlsxReadOptions {
  /** Shown in refusals. */
  filename: string;
  /** Name of the sheet, or its place among the visible ones from 0; default the first of them with rows. */
  sheet?: string | number;
  /** Whether a sheet that begins with these lines is the table looked for: the first such goes before one that only has rows. */
  isTable?: (lines: readonly string[][]) => boolean;
  /** Most bytes of any part of it, unpacked; past it the workbook is refused as too large. */
  mostBytes?: number;
}

/** Takes a row: its number in the sheet (from 1), its cells as text, and whether the sheet hides it. Answers false to stop reading. */
export type RowTaker = (cells: string[], rowNumber: number, hidden: boolean) => boolean;

/** What was read of a workbook. */
export interface ReadSheets {
  /** Names of the visible sheets. */
  sheets: string[];
  /** The one that was read, and the visible ones that have rows as well; these only where the sheet was not said. */
  sheet: string;
  others: string[];
  merged: MergedDown[];
}

/** Parts of a sheet that come behind its merged cells. */
const behindMerged = new Set([
  'phoneticPr',
  'conditionalFormatting',
  'dataValidations',
  'hyperlinks',
  'printOptions',
  'pageSetup',
]);
const mostMerged = 200_000;

/** `A2:C5` as the cells of its first column; undefined where it lies in one row. */
function mergedDown(reference: string): MergedDown | undefined {
  const [, first, from, to] = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/.exec(reference) ?? [];
  if (first === undefined || Number(to) <= Number(from)) return undefined;
  return { column: columnOf(first), from: Number(from), to: Number(to) };
}

/** Thrown inside the tokenizer to end reading early; never leaves this file. */
class Stop extends Error {
  readonly refusal: Refusal | undefined;
  constructor(refusal?: Refusal) {
    super('stop');
    this.refusal = refusal;
  }
}

/** Column index from 0 of a reference such as `AB12`; -1 when there is none. */
function columnOf(reference: string | undefined): number {
  if (reference === undefined) return -1;
  let column = 0;
  for (let i = 0; i < reference.length; i++) {
    const code = reference.charCodeAt(i);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column - 1;
}

function cellText(type: string, style: number, raw: string, book: Workbook): string {
  if (type === 's') return book.strings[Number(raw)] ?? '';
  if (type === 'inlineStr' || type === 'str') return unescapeCell(raw);
  if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return raw.slice(0, 19).replace('T', ' ');
  if (type === 'e' || raw === '') return raw;
  const shape = book.shapes[style];
  if (shape?.kind === 'date') {
    const text = serialText(Number(raw), book.date1904) ?? numberText(raw);
    return shape.yearless && text.length === 10 ? yearlessDate(text) : text;
  }
  if (shape?.kind === 'percent') return `${numberText(String(Number(raw) * 100))}%`;
  const text = lostDigits(raw) ?? numberText(raw);
  return shape?.kind === 'padded' && /^\d+$/.test(text) ? text.padStart(shape.width, '0') : text;
}

/** The tokenizer of sheet rows. */
function rowTokens(book: Workbook, take: RowTaker, merged: MergedDown[] = []): { push(chunk: string): void } {
  /** Behind the rows only the merged cells are looked for. */
  let behind = false;
  let hidden = false;
  let cells: string[] = [];
  let rowNumber = 0;
  let column = -1;
  let type = 'n';
  let style = 0;
  let raw = '';
  /** What is computed in the cell; undefined where nothing is. */
  let formula: string | undefined;
  let inFormula = false;
  let collecting = false;
  let phonetic = false;
  return xmlTokens({
    open(name, attributes) {
      if (behind) {
        const block = name === 'mergeCell' ? mergedDown(attribute(attributes, 'ref') ?? '') : undefined;
        if (block && merged.length < mostMerged) merged.push(block);
        if (behindMerged.has(name)) throw new Stop();
      } else if (name === 'c') {
        const given = columnOf(attribute(attributes, 'r'));
        column = given >= 0 ? given : column + 1;
        if (column >= maxSheetColumns)
          throw new Stop(refuse(sheetRefusals.SHEET_TOO_MANY_COLUMNS, { limit: maxSheetColumns }));
        type = attribute(attributes, 't') ?? 'n';
        style = Number(attribute(attributes, 's') ?? 0);
        raw = '';
        formula = undefined;
      } else if (name === 'f') {
        formula = '';
        inFormula = true;
      } else if (name === 'v') collecting = type !== 'inlineStr';
      else if (name === 't') collecting = type === 'inlineStr' && !phonetic;
      else if (name === 'rPh') phonetic = true;
      else if (name === 'row') {
        cells = [];
        column = -1;
        rowNumber = Number(attribute(attributes, 'r') ?? rowNumber + 1);
        hidden = /^(1|true)$/.test(attribute(attributes, 'hidden') ?? '');
      }
    },
    close(name) {
      if (behind) {
        if (name === 'mergeCells') throw new Stop();
      } else if (name === 'c') {
        // Of a formula shared by a column, the first cell alone has the words.
        const text = formula === undefined ? cellText(type, style, raw, book) : `=${formula || '…'}`;
        if (text === '') return;
        while (cells.length < column) cells.push('');
        cells[column] = text;
      } else if (name === 'f') inFormula = false;
      else if (name === 'v' || name === 't') collecting = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'row') {
        if (!take(cells, rowNumber, hidden)) throw new Stop();
      } else if (name === 'sheetData') behind = true;
    },
    text(piece) {
      if (behind) return;
      if (inFormula) formula += unescapeXml(piece);
      else if (collecting) raw += unescapeXml(piece);
    },
  });
}

/** Feeds a sheet to `take`; a refusal where it has too many columns. */
async function feedSheet(
  zip: ZipReader,
  book: Workbook,
  path: string,
  take: RowTaker,
  merged: MergedDown[] = [],
): Promise<Refusal | undefined> {
  try {
    await feedEntry(zip, path, maxSheetBytes, rowTokens(book, take, merged).push);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return error.refusal;
  }
  return undefined;
}

/** Sheets beyond these are not looked into. */
const mostSheets = 20;

/** The first lines with text of each visible sheet. */
async function startsOf(zip: ZipReader, book: Workbook, visible: readonly Sheet[]): Promise<string[][][]> {
  const starts: string[][][] = [];
  for (const { path } of visible.slice(0, mostSheets)) {
    const lines: string[][] = [];
    const take = (cells: string[]) => {
      const bare = bareCells(cells);
      if (bare.length > 0) lines.push(bare);
      return lines.length < headingLines;
    };
    await feedSheet(zip, book, path, take);
    starts.push(lines);
  }
  return starts;
}

type Sheet = Workbook['sheets'][number];

/** The sheet to read, and the others that have rows. */
async function chooseSheet(
  zip: ZipReader,
  book: Workbook,
  { sheet: wanted, isTable }: XlsxReadOptions,
): Promise<{ sheet: Sheet | undefined; others: string[] }> {
  const visible = book.sheets.filter((sheet) => !sheet.hidden);
  if (typeof wanted === 'string') return { sheet: book.sheets.find((one) => one.name === wanted), others: [] };
  if (wanted !== undefined || visible.length < 2) return { sheet: visible[wanted ?? 0], others: [] };
  const starts = await startsOf(zip, book, visible);
  const filled = starts.flatMap((lines, i) => (lines.length > 0 ? [i] : []));
  const at = (isTable && filled.find((i) => isTable(starts[i]!))) ?? filled[0] ?? 0;
  return { sheet: visible[at], others: filled.filter((i) => i !== at).map((i) => visible[i]!.name) };
}

/**
 * Gives every row of a sheet to `take`. Resolves to what was read of the workbook, or to a refusal when the
 * file is damaged, explodes, or has no such sheet. Rows without cells are given as empty arrays.
 */
export async function readXlsxRows(
  source: Buffer | string,
  options: XlsxReadOptions,
  take: RowTaker,
): Promise<ReadSheets | Refusal> {
  try {
    const opened = await openZip(source);
    const { mostBytes = maxSheetBytes } = options;
    const zip: ZipReader = { ...opened, stream: (entry, most) => opened.stream(entry, Math.min(most, mostBytes)) };
    try {
      const book = await readWorkbook(zip);
      if (book.sheets.length === 0) return refuse(sheetRefusals.SHEET_NOT_A_TABLE, { filename: options.filename });
      const { sheet, others } = await chooseSheet(zip, book, options);
      if (!sheet) return refuse(sheetRefusals.SHEET_NO_SUCH_SHEET, { name: options.sheet ?? '' });
      const merged: MergedDown[] = [];
      const refusal = await feedSheet(zip, book, sheet.path, take, merged);
      if (refusal) return refusal;
      const sheets = book.sheets.filter((one) => !one.hidden).map((one) => one.name);
      return { sheets, sheet: sheet.name, others, merged };
    } finally {
      await zip.close();
    }
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    if (error.reason === 'not-a-workbook')
      return refuse(sheetRefusals.SHEET_NOT_A_TABLE, { filename: options.filename });
    return error.reason === 'too-large'
      ? refuse(sheetRefusals.SHEET_TOO_LARGE, { limitMiB: maxSheetBytes / 1024 ** 2 })
      : refuse(sheetRefusals.SHEET_DAMAGED, { filename: options.filename, detail: error.message });
  }
}
