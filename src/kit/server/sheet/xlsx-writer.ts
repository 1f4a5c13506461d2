/** Writes workbooks row by row with flat memory: rows become XML in two buffers that take turns with the compressor. */

import { memorySink } from './byte-sinks.ts';
import { type CellEncoder, cellEncoder } from './cell-xml.ts';
import type { ByteSink, CellValue, SheetColumn, SheetInfo } from './types.ts';
import { rootRelations, sheetHead, sheetTail, workbookParts } from './xlsx-parts.ts';
import { stylesXml } from './xlsx-styles.ts';
import { createZipWriter } from './zip-writer.ts';

/** Rows one sheet can hold, by the format. */
export const sheetRowLimit = 1_048_576;
/** A sheet of unpacked XML is ended here: far from the 4 GiB no reader takes. */
const sheetByteLimit = 2 * 1024 ** 3;
const bufferBytes = 256 * 1024;

export interface XlsxOptions {
  columns: readonly SheetColumn[];
  info?: SheetInfo;
  sheetName?: string;
  /** zlib level 1 (fast) to 9; 1 is within a tenth of 4 in size on sheet XML at twice the speed. */
  level?: number;
  /** Rows per sheet with info and header rows; default the format's limit. */
  rowsPerSheet?: number;
}

export interface XlsxWriter {
  /** Adds rows; cells stand in the order of the columns. Awaiting it keeps memory flat. */
  write(rows: Iterable<readonly CellValue[]>): Promise<void>;
  /** Ends the workbook. A workbook without rows still has its header. */
  finish(): Promise<{ rows: number; sheets: number; bytes: number }>;
  /** Gives up without an ending; what was written is no workbook. */
  abort(): void;
}

/** A workbook written to `sink`. When a sheet is full the next one begins with the same header. */
export function createXlsxWriter(sink: ByteSink, options: XlsxOptions): XlsxWriter {
  const { columns, info, sheetName = info?.title ?? 'Sheet', rowsPerSheet = sheetRowLimit } = options;
  if (columns.length === 0) throw new Error('a workbook needs at least one column');
  const zip = createZipWriter(sink, options.level ?? 1);
  const encoders: readonly CellEncoder[] = columns.map(cellEncoder);
  const width = encoders.length;
  const head = sheetHead(columns, info);

  let buffer = Buffer.allocUnsafeSlow(bufferBytes);
  let spare = Buffer.allocUnsafeSlow(bufferBytes);
  let filled = 0;
  let underway: Promise<void> = Promise.resolve();
  let sheets = 0;
  let rowNumber = 0;
  let sheetBytes = 0;
  let total = 0;

  /** Hands the full buffer to the compressor and goes on in the other one, once that is free again. */
  const flush = async () => {
    await underway;
    if (filled === 0) return;
    underway = zip.write(buffer.subarray(0, filled));
    // the rejection is seen by whoever awaits `underway` next
    underway.catch(() => undefined);
    [buffer, spare] = [spare, buffer];
    filled = 0;
  };
  const put = async (text: string) => {
    sheetBytes += text.length;
    if (text.length * 3 > buffer.length - filled) await flush();
    if (text.length * 3 <= buffer.length) filled += buffer.write(text, filled, 'utf8');
    else {
      await underway;
      await zip.write(Buffer.from(text, 'utf8'));
    }
  };
  const endSheet = async () => {
    await put(sheetTail(width, head.headerRow, rowNumber));
    await flush();
    await underway;
    await zip.close();
  };
  const startSheet = async () => {
    sheets += 1;
    zip.open(`xl/worksheets/sheet${sheets}.xml`);
    sheetBytes = 0;
    rowNumber = head.headerRow;
    await put(head.xml);
  };
  const part = async (name: string, xml: string) => {
    zip.open(name);
    await zip.write(Buffer.from(xml, 'utf8'));
    await zip.close();
  };
  const rowXml = (row: readonly CellValue[]): string => {
    const number = String(rowNumber);
    let xml = `<row r="${number}">`;
    for (let i = 0; i < width; i++) xml += encoders[i]!(row[i], number);
    return `${xml}</row>`;
  };
  const begin = async () => {
    if (sheets > 0) return;
    await part('_rels/.rels', rootRelations);
    await startSheet();
  };

  return {
    async write(rows) {
      await begin();
      for (const row of rows) {
        if (rowNumber >= rowsPerSheet || sheetBytes > sheetByteLimit) {
          await endSheet();
          await startSheet();
        }
        rowNumber += 1;
        total += 1;
        const text = rowXml(row);
        if (text.length * 3 > buffer.length - filled) await put(text);
        else {
          sheetBytes += text.length;
          filled += buffer.write(text, filled, 'utf8');
        }
      }
    },
    async finish() {
      await begin();
      await endSheet();
      await part('xl/styles.xml', stylesXml());
      for (const [name, xml] of Object.entries(workbookParts(sheetName, sheets))) await part(name, xml);
      return { rows: total, sheets, bytes: await zip.finish() };
    },
    abort: () => zip.abort(),
  };
}

/** A whole small workbook in memory, e.g. a template or the refused rows of an import. */
export async function xlsxBytes(options: XlsxOptions, rows: Iterable<readonly CellValue[]>): Promise<Buffer> {
  const memory = memorySink();
  const writer = createXlsxWriter(memory.sink, options);
  await writer.write(rows);
  await writer.finish();
  return memory.bytes();
}
