/**
 * What was dropped, opened: zip (each entry by itself), gzip, workbook or text in UTF-8 or GB18030. Rows come in batches, so that
 * a bill of any length passes through little memory; what grows past the limit is an archive that explodes, and refused. Workbooks
 * are read in a thread of the sheets.
 */

import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { parseCsv } from '../../../kit/server/sheet/csv.ts';
import { looksBinary } from '../../../kit/server/sheet/decode-text.ts';
import type { ThreadBounds } from '../../../kit/server/sheet/table-threads.ts';
import { type SharedBytes, sharedBytes, xlsxRowsInWorker } from '../../../kit/server/sheet/xlsx-rows-in-worker.ts';
import { openZip, ZipError } from '../../../kit/server/sheet/zip-reader.ts';
import { clearingRefusals } from '../refusals.ts';
import type { UnknownMerchant } from './taken.ts';

export const maxBillBytes = 200 * 1024 * 1024;
const headBytes = 64 * 1024;
/** No line of a bill is that long; what is would be searched for its end over and over. */
const mostLine = 1024 * 1024;
/** A channel puts a few files into an archive, nobody thousands. */
const mostEntries = 200;

export interface BillRow {
  cells: string[];
  rowNo: number;
}
type TakeRows = (batch: BillRow[]) => Promise<void>;
export interface BillSheet {
  name: string;
  /** Gives the rows to `take`, the next batch when the last one is taken. @throws BillFault, and whatever `take` throws */
  read: (take: TakeRows) => Promise<void>;
}

/** Why a file cannot be read; caught where it was dropped, where it is a refusal of that file. */
export class BillFault extends Error {
  readonly refusal: Refusal;
  /** The number of which nobody knows whose it is, where that is why. */
  readonly unknown: UnknownMerchant | undefined;
  constructor(refusal: Refusal, unknown?: UnknownMerchant) {
    super(refusal.code);
    this.refusal = refusal;
    this.unknown = unknown;
  }
}

const fault = (code: keyof typeof clearingRefusals, params: Record<string, string | number>) =>
  new BillFault(refuse(clearingRefusals[code], params));
const tooLarge = (name: string) => fault('BILL_TOO_LARGE', { name, limitMiB: maxBillBytes / 1024 / 1024 });

async function* counted(name: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > maxBillBytes) throw tooLarge(name);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ZipError) throw error.reason === 'too-large' ? tooLarge(name) : damaged(name);
    if (error instanceof BillFault) throw error;
    throw damaged(name);
  }
}
const damaged = (name: string) => fault('BILL_DAMAGED', { name, why: '已损坏，无法解压' });

/** Text as it comes. The encoding is told by the first 64 KiB: strict UTF-8, else GB18030. */
async function* textOf(name: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let head: Buffer[] = [];
  let size = 0;
  let decoder: TextDecoder | undefined;
  const begin = (): string => {
    const first = Buffer.concat(head);
    head = [];
    if (looksBinary(first)) throw fault('BILL_UNKNOWN', { name, why: '文件不是文本' });
    const utf8 = new TextDecoder('utf-8', { fatal: true });
    try {
      const text = utf8.decode(first, { stream: true });
      decoder = utf8;
      return text;
    } catch {
      decoder = new TextDecoder('gb18030', { fatal: true });
      return decoder.decode(first, { stream: true });
    }
  };
  try {
    for await (const chunk of bytes) {
      if (decoder) {
        yield decoder.decode(chunk, { stream: true });
        continue;
      }
      head.push(chunk);
      size += chunk.length;
      if (size >= headBytes) yield begin();
    }
    if (!decoder) yield begin();
    yield decoder!.decode();
  } catch (error) {
    if (error instanceof TypeError) throw fault('BILL_DAMAGED', { name, why: '文字编码无法识别' });
    throw error;
  }
}

async function* textRows(name: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<BillRow[]> {
  let rest = '';
  let before = 0;
  const rowsIn = (text: string): BillRow[] => {
    const batch: BillRow[] = [];
    let lines = 0;
    parseCsv(
      text,
      (cells, rowNo) => {
        lines = rowNo;
        const trimmed = cells.map((cell) => cell.trim());
        if (trimmed.some((cell) => cell !== '')) batch.push({ cells: trimmed, rowNo: before + rowNo });
        return true;
      },
      ',',
    );
    before += lines;
    return batch;
  };
  for await (const text of textOf(name, bytes)) {
    rest += text;
    const end = rest.lastIndexOf('\n') + 1;
    if (end === 0 && rest.length > mostLine) throw fault('BILL_UNKNOWN', { name, why: '一行超过 1 MiB，不是账单' });
    if (end === 0) continue;
    const whole = rest.slice(0, end);
    rest = rest.slice(end);
    yield rowsIn(whole);
  }
  if (rest) yield rowsIn(rest);
}

const textSheet = (name: string, bytes: () => AsyncIterable<Buffer>): BillSheet => ({
  name,
  read: async (take) => {
    for await (const batch of textRows(name, bytes())) await take(batch);
  },
});

async function wholeOf(bytes: AsyncIterable<Buffer>): Promise<SharedBytes> {
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  return sharedBytes(parts);
}

const workbookSheet = (name: string, bytes: () => Promise<SharedBytes>, bounds?: Partial<ThreadBounds>): BillSheet => ({
  name,
  read: async (take) => {
    const taken = (rows: string[][], rowNumbers: number[]) =>
      take(rows.map((cells, i) => ({ cells: cells.map((cell) => cell.trim()), rowNo: rowNumbers[i]! })));
    const refused = await xlsxRowsInWorker(await bytes(), { filename: name }, taken, bounds);
    if (refused) throw new BillFault(refused);
  },
});

const isZip = (head: Buffer) => head.length > 3 && head.readUInt32LE(0) === 0x04034b50;
const isGzip = (head: Buffer) => head[0] === 0x1f && head[1] === 0x8b;

/** A name packed in GB18030 reads as gibberish: the archive's own name then says more. */
const entryName = (outer: string, inner: string) =>
  inner.includes('\ufffd') ? outer : `${outer} › ${inner.split('/').at(-1)}`;

async function* zipSheets(name: string, bytes: SharedBytes, bounds?: Partial<ThreadBounds>): AsyncGenerator<BillSheet> {
  const zip = await openZip(bytes).catch((error: unknown) => {
    throw error instanceof ZipError && error.reason === 'too-large' ? tooLarge(name) : damaged(name);
  });
  try {
    if (zip.entries.has('[Content_Types].xml')) {
      yield workbookSheet(name, async () => bytes, bounds);
      return;
    }
    const entries = [...zip.entries.values()].filter((entry) => !entry.name.endsWith('/') && entry.size > 0);
    if (entries.length > mostEntries) throw tooLarge(name);
    // What the directory claims is only claimed; each entry is counted again while it is unpacked.
    if (entries.reduce((sum, { size }) => sum + size, 0) > maxBillBytes) throw tooLarge(name);
    for (const entry of entries) {
      const inner = entryName(name, entry.name);
      const stream = () => counted(inner, zip.stream(entry, maxBillBytes));
      yield /\.xlsx$/i.test(entry.name)
        ? workbookSheet(inner, () => wholeOf(stream()), bounds)
        : textSheet(inner, stream);
    }
  } finally {
    await zip.close();
  }
}

/** The first bytes, and all of them again. */
async function peeked(stream: Readable): Promise<{ head: Buffer; whole: AsyncGenerator<Buffer> }> {
  const iterator = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await iterator.next();
  const head = first.done ? Buffer.alloc(0) : first.value;
  async function* whole() {
    yield head;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return { head, whole: whole() };
}

/** The sheets of a file, one after the other; read each before the next is asked for. Tests give `bounds`. @throws BillFault */
export async function* sheetsIn(
  name: string,
  stream: Readable,
  bounds?: Partial<ThreadBounds>,
): AsyncGenerator<BillSheet> {
  const { head, whole } = await peeked(stream);
  if (isZip(head)) yield* zipSheets(name, await wholeOf(counted(name, whole)), bounds);
  else if (isGzip(head)) {
    const unpacked = pipeline(whole, createGunzip(), () => undefined);
    // Whoever reads it is told; an archive cut off before anybody reads must not end the process.
    unpacked.on('error', () => undefined);
    yield textSheet(name, () => counted(name, unpacked));
  } else yield textSheet(name, () => counted(name, whole));
}
