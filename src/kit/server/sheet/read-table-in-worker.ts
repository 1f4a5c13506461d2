/** `readTable` in a thread of its own: a table of a hundred thousand rows takes seconds of computing. */
import type { Worker } from 'node:worker_threads';
import { isRefusal, type Refusal } from '../refusal.ts';
import { type ReadTableOptions, readTable, type Table } from './read-table.ts';
import type { TableWorkerInput, TableWorkerMessage } from './read-table-worker.ts';
import { sheetRefusals } from './sheet-refusals.ts';
import { type ThreadBounds, withTableThread } from './table-threads.ts';

/** Below this a thread costs more than it saves; a workbook may be small and large when it is opened. */
const inlineBytes = 64 * 1024;
const inlineOpenedBytes = 1024 * 1024;

async function readInline(
  file: Buffer,
  filename: string,
  options: ReadTableOptions,
): Promise<Table | Refusal | undefined> {
  const table = await readTable(file, filename, { ...options, mostBytes: inlineOpenedBytes });
  return isRefusal(table) && table.code === sheetRefusals.SHEET_TOO_LARGE ? undefined : table;
}

/**
 * Reads a table as `readTable` does. Tests give `bounds`.
 * @throws Error when the thread fails in a way that is a bug.
 */
export async function readTableInWorker(
  file: Buffer,
  filename: string,
  options: ReadTableOptions = {},
  bounds?: Partial<ThreadBounds>,
): Promise<Table | Refusal> {
  const small = file.length < inlineBytes ? await readInline(file, filename, options) : undefined;
  if (small) return small;
  const input: TableWorkerInput = { bytes: file, filename, options };
  const talk = (worker: Worker) => {
    const rows: string[][] = [];
    const rowNumbers: number[] = [];
    return new Promise<Table | Refusal>((resolve) => {
      worker.on('message', (message: TableWorkerMessage) => {
        if (message.type === 'refused') resolve(message.refusal);
        else if (message.type === 'end') resolve({ ...message.table, rows, rowNumbers });
        else {
          for (const row of message.rows) rows.push(row);
          for (const number of message.rowNumbers) rowNumbers.push(number);
        }
      });
    });
  };
  return withTableThread(new URL('./read-table-worker.ts', import.meta.url), input, talk, bounds);
}
