/** Reads a table in a thread of its own. Started by `readTableInWorker` alone. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Refusal } from '../refusal.ts';
import { type ReadTableOptions, readTable, type Table } from './read-table.ts';
import { rowBatches } from './row-batches.ts';

export interface TableWorkerInput {
  bytes: Uint8Array;
  filename: string;
  options: ReadTableOptions;
}

/** Rows come in batches, so that taking them over never holds the other thread for long. */
export type TableWorkerMessage =
  | { type: 'rows'; rows: string[][]; rowNumbers: number[] }
  | { type: 'end'; table: Omit<Table, 'rows' | 'rowNumbers'> }
  | { type: 'refused'; refusal: Refusal };

const batchRows = 2_000;

async function run({ bytes, filename, options }: TableWorkerInput, say: (message: TableWorkerMessage) => void) {
  const table = await readTable(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), filename, options);
  if ('refused' in table) return say({ type: 'refused', refusal: table });
  const { rows, rowNumbers, ...rest } = table;
  for (const [from, to] of rowBatches(rows, batchRows, (cells) => cells))
    say({ type: 'rows', rows: rows.slice(from, to), rowNumbers: rowNumbers.slice(from, to) });
  say({ type: 'end', table: rest });
}

if (parentPort) {
  const port = parentPort;
  // a failure here is a bug: it reaches the starter as the thread's error
  void run(workerData as TableWorkerInput, (message) => port.postMessage(message));
}
