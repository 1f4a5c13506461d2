/** `readTable` in a thread of its own: a table of a hundred thousand rows takes seconds of computing. */
import { Worker } from 'node:worker_threads';
import type { Refusal } from '../refusal.ts';
import { type ReadTableOptions, readTable, type Table } from './read-table.ts';
import type { TableWorkerInput, TableWorkerMessage } from './read-table-worker.ts';

/** Below this a thread costs more than it saves. */
const inlineBytes = 64 * 1024;
/** A table at every limit stays below; more is a hostile file, and only the thread dies of it. */
const heapMiB = 1_024;

/**
 * Reads a table as `readTable` does.
 * @throws Error when the thread runs out of memory or fails in a way that is a bug.
 */
export async function readTableInWorker(
  file: Buffer,
  filename: string,
  options: ReadTableOptions = {},
): Promise<Table | Refusal> {
  if (file.length < inlineBytes) return readTable(file, filename, options);
  const workerData: TableWorkerInput = { bytes: file, filename, options };
  const worker = new Worker(new URL('./read-table-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: heapMiB },
  });
  const rows: string[][] = [];
  const rowNumbers: number[] = [];
  try {
    return await new Promise<Table | Refusal>((resolve, reject) => {
      worker.on('message', (message: TableWorkerMessage) => {
        if (message.type === 'refused') resolve(message.refusal);
        else if (message.type === 'end') resolve({ ...message.table, rows, rowNumbers });
        else {
          for (const row of message.rows) rows.push(row);
          for (const number of message.rowNumbers) rowNumbers.push(number);
        }
      });
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the table thread ended early')));
    });
  } finally {
    await worker.terminate();
  }
}
