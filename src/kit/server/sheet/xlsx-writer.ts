/** Writes workbooks row by row with flat memory: rows become XML in a few buffers that take turns with the compressor. */
import { memorySink } from './byte-sinks.ts';
import { type CellEncoder, cellEncoder, cellOverheadBytes, emptyCell, textGrowth } from './cell-bytes.ts';
import { cellText } from './cell-text.ts';
import { digitFragment, fragment, putFragment, putText, type RowOut, roomIn, rowOut } from './row-out.ts';
import { createTally } from './tally.ts';
import type { ByteSink, CellValue, SheetColumn, SheetInfo } from './types.ts';
import { rootRelations, sheetHead, sheetTail, textCell, workbookParts } from './xlsx-parts.ts';
import { infoStyle, stylesXml, totalStyle } from './xlsx-styles.ts';
import { createZipWriter } from './zip-writer.ts';

/** Rows one sheet can hold, by the format. */
export const sheetRowLimit = 1_048_576;
/** A sheet of unpacked XML is ended here: far from the 4 GiB no reader takes. */
const sheetByteLimit = 2 * 1024 ** 3;
const bufferBytes = 256 * 1024;
/** Filled buffers that may wait for the compressor, which works in a thread of its own. */
const buffersUnderway = 4;

export interface XlsxOptions {
  columns: readonly SheetColumn[];
  info?: SheetInfo;
  sheetName?: string;
  /** zlib level 1 (fast) to 9; 1 is within a tenth of 4 in size on sheet XML at twice the speed. */
  level?: number;
  /** Rows per sheet with info and header rows; default the format's limit. */
  rowsPerSheet?: number;
  /** Sheets behind the rows that have nothing but their headings, to be filled in. */
  further?: readonly { name: string; columns: readonly SheetColumn[] }[];
}

export interface XlsxWriter {
  /** Adds rows; cells stand in the order of the columns. Awaiting it keeps memory flat. */
  write(rows: Iterable<readonly CellValue[]>): Promise<void>;
  /**
   * Adds one row whose cells are UTF-8 text in `source`: cell i is `[spans[2i], spans[2i+1])`. Answers a promise only
   * when the buffer is full; it must be awaited before the next call.
   */
  writeSpans(source: Buffer, spans: Int32Array): Promise<void> | undefined;
  /** Ends the workbook. A workbook without rows still has its header. */
  finish(): Promise<{ rows: number; sheets: number; bytes: number }>;
  /** Gives up without an ending; what was written is no workbook. */
  abort(): void;
}

/** Bytes of XML that labels may add to a row beyond the growth of its text. */
function labelBytes(columns: readonly SheetColumn[]): number {
  const longest = columns.map((column) =>
    Math.max(0, ...Object.values(column.labels ?? {}).map((label) => label.length)),
  );
  return longest.reduce((sum, length) => sum + length * 3 * textGrowth, 0);
}

/** A workbook written to `sink`. When a sheet is full the next one begins with the same header. */
export function createXlsxWriter(sink: ByteSink, options: XlsxOptions): XlsxWriter {
  const { columns, info, sheetName = info?.title ?? 'Sheet', rowsPerSheet = sheetRowLimit } = options;
  if (columns.length === 0) throw new Error('a workbook needs at least one column');
  const zip = createZipWriter(sink, options.level ?? 1);
  const encoders: readonly CellEncoder[] = columns.map(cellEncoder);
  const empty = columns.map(({ kind, labels, mask }) => emptyCell(labels || mask ? 'text' : kind));
  const width = encoders.length;
  const head = sheetHead(columns, info);
  const rowOverhead = width * cellOverheadBytes + labelBytes(columns) + 64;
  const number = digitFragment();
  const rowOpen = fragment('<row r="');
  const rowOpened = fragment('">');
  const rowClose = fragment('</row>');

  let out: RowOut = rowOut(bufferBytes);
  const underway: { out: RowOut; written: Promise<void> }[] = [];
  let sheets = 0;
  let rowNumber = 0;
  let sheetBytes = 0;
  let total = 0;
  const tally = createTally(columns);

  /** A buffer the compressor is done with, or a new one while few are in use. */
  const freeBuffer = async (): Promise<RowOut> => {
    if (underway.length < buffersUnderway) return rowOut(bufferBytes);
    const first = underway.shift()!;
    await first.written;
    return first.out;
  };
  /** Hands the filled buffer to the compressor and goes on in another one. */
  const flush = async () => {
    if (out.at === 0) return;
    sheetBytes += out.at;
    const written = zip.write(out.bytes.subarray(0, out.at));
    // the rejection is seen by whoever waits for this buffer
    written.catch(() => undefined);
    underway.push({ out, written });
    out = await freeBuffer();
    out.at = 0;
  };
  /** Waits until every byte is with the compressor. */
  const settle = async () => {
    await flush();
    for (const { written } of underway) await written;
  };
  const flushFor = async (bytes: number) => {
    await flush();
    if (bytes > roomIn(out)) out = rowOut(bytes);
  };
  const put = async (text: string) => {
    if (text.length * 3 > roomIn(out)) await flushFor(text.length * 3);
    putText(out, text);
  };
  const endSheet = async (lastRow = rowNumber) => {
    await put(sheetTail(width, head.headerRow, lastRow));
    await settle();
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
  const begin = async () => {
    await part('_rels/.rels', rootRelations);
    await startSheet();
  };
  const addRow = (source: Buffer, spans: Int32Array) => {
    rowNumber += 1;
    total += 1;
    tally.add(source, spans);
    number.set(rowNumber);
    putFragment(out, rowOpen);
    putFragment(out, number);
    putFragment(out, rowOpened);
    for (let i = 0; i < width; i++) {
      const from = spans[2 * i]!;
      const to = spans[2 * i + 1]!;
      if (to > from) encoders[i]!(out, source, from, to);
      else putFragment(out, empty[i]!);
    }
    putFragment(out, rowClose);
  };
  const addRowAfterWait = async (source: Buffer, spans: Int32Array, bytes: number) => {
    if (sheets === 0) await begin();
    if (rowNumber >= rowsPerSheet || sheetBytes > sheetByteLimit) {
      await endSheet();
      await startSheet();
    }
    if (bytes > roomIn(out)) await flushFor(bytes);
    addRow(source, spans);
  };
  const writeSpans = (source: Buffer, spans: Int32Array): Promise<void> | undefined => {
    let textBytes = 0;
    for (let i = 0; i < width; i++) {
      const size = spans[2 * i + 1]! - spans[2 * i]!;
      if (size > 0) textBytes += size;
    }
    const bytes = textBytes * textGrowth + rowOverhead;
    if (sheets === 0 || rowNumber >= rowsPerSheet || sheetBytes > sheetByteLimit || bytes > roomIn(out))
      return addRowAfterWait(source, spans, bytes);
    addRow(source, spans);
    return undefined;
  };

  /** The last lines: totals under their columns, the word in the first column that has none, and the notes. */
  const putEnding = async () => {
    const wordAt = columns.findIndex((one) => !one.total);
    if (total > 0 && tally.any) {
      rowNumber += 1;
      const sums = columns.map((one, i) => (one.total ? String(info?.totals?.[i] ?? tally.sum(i)) : ''));
      if (rowOverhead + sums.length * 32 > roomIn(out)) await flush();
      putText(out, `<row r="${rowNumber}">`);
      for (const [i, text] of sums.entries()) {
        const source = Buffer.from(text);
        if (i === wordAt) putText(out, textCell(totalStyle, '合计'));
        else if (source.length > 0) encoders[i]!(out, source, 0, source.length);
        else putFragment(out, empty[i]!);
      }
      putText(out, '</row>');
    }
    for (const note of info?.notes ?? []) {
      rowNumber += 1;
      await put(`<row r="${rowNumber}">${textCell(infoStyle, note)}</row>`);
    }
  };

  return {
    writeSpans,
    async write(rows) {
      let scratch = Buffer.allocUnsafe(16 * 1024);
      const spans = new Int32Array(width * 2);
      for (const row of rows) {
        let at = 0;
        for (let i = 0; i < width; i++) {
          const text = cellText(columns[i]!, row[i]);
          if (at + text.length * 3 > scratch.length)
            scratch = Buffer.concat([scratch], at + text.length * 3 + scratch.length);
          spans[2 * i] = at;
          at += scratch.write(text, at, 'utf8');
          spans[2 * i + 1] = at;
        }
        const waiting = writeSpans(scratch, spans);
        if (waiting) await waiting;
      }
    },
    async finish() {
      if (sheets === 0) await begin();
      const lastRow = rowNumber;
      await putEnding();
      await endSheet(lastRow);
      const further = options.further ?? [];
      for (const [i, { columns: titles }] of further.entries()) {
        const { xml, headerRow } = sheetHead(titles, undefined);
        await part(`xl/worksheets/sheet${sheets + i + 1}.xml`, xml + sheetTail(titles.length, headerRow, headerRow));
      }
      await part('xl/styles.xml', stylesXml());
      for (const [name, xml] of Object.entries(
        workbookParts(
          sheetName,
          sheets,
          further.map((one) => one.name),
        ),
      ))
        await part(name, xml);
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
