/** Reads the rows of a workbook in a thread of its own. Started by `xlsxRowsInWorker` alone. */
import { parentPort, workerData } from 'node:worker_threads';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { maxCellChars } from './cell-bytes.ts';
import { charsIn, isFull } from './row-batches.ts';
import { sheetRefusals } from './sheet-refusals.ts';
import { maxSheetColumns, readXlsxRows, type XlsxReadOptions } from './xlsx-reader.ts';

export interface RowsWorkerInput {
  /** Of a shared buffer, so that a large file is in memory once. */
  bytes: Uint8Array;
  options: XlsxReadOptions;
  maxRows: number;
  /** How many batches the other side has taken; the thread sleeps on it. */
  taken: Int32Array;
}

export type RowsWorkerMessage =
  | { type: 'rows'; rows: string[][]; rowNumbers: number[] }
  | { type: 'end' }
  | { type: 'refused'; refusal: Refusal };

const batchRows = 2_000;
/** All a row can hold by the format. A text that many cells share is small in the file and is copied for each on its way out. */
const mostRowChars = maxSheetColumns * maxCellChars;

async function run(input: RowsWorkerInput, say: (message: RowsWorkerMessage) => void): Promise<void> {
  const { options, maxRows, taken } = input;
  let rows: string[][] = [];
  let rowNumbers: number[] = [];
  let chars = 0;
  let total = 0;
  let batches = 0;
  let fault: Refusal | undefined;
  /** Sleeps until the batch is taken: the reader gives its rows without waiting, so the whole thread has to. */
  const give = (): void => {
    say({ type: 'rows', rows, rowNumbers });
    rows = [];
    rowNumbers = [];
    chars = 0;
    Atomics.wait(taken, 0, batches);
    batches += 1;
  };
  const bytes = Buffer.from(input.bytes.buffer, input.bytes.byteOffset, input.bytes.byteLength);
  const read = await readXlsxRows(bytes, options, (cells, number) => {
    const long = charsIn(cells);
    if (++total > maxRows) fault = refuse(sheetRefusals.SHEET_TOO_MANY_ROWS, { limit: maxRows });
    else if (long > mostRowChars)
      fault = refuse(sheetRefusals.SHEET_DAMAGED, { filename: options.filename, detail: `第 ${number} 行过长` });
    if (fault) return false;
    if (isFull(rows.length, chars, long, batchRows)) give();
    rows.push(cells);
    rowNumbers.push(number);
    chars += long;
    return true;
  });
  const refusal = isRefusal(read) ? read : fault;
  if (refusal) return say({ type: 'refused', refusal });
  if (rows.length > 0) give();
  say({ type: 'end' });
}

if (parentPort) {
  const port = parentPort;
  // a failure here is a bug: it reaches the starter as the thread's error
  void run(workerData as RowsWorkerInput, (message) => port.postMessage(message));
}
