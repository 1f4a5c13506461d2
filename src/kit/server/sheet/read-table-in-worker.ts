/** `readTable` in a thread of its own: a table of a hundred thousand rows takes seconds of computing. */
import type { Refusal } from '../refusal.ts';
import { type ReadTableOptions, readTable, type Table } from './read-table.ts';
import type { TableWorkerInput, TableWorkerMessage } from './read-table-worker.ts';
import { withTableThread } from './table-threads.ts';

/** Below this a thread costs more than it saves. */
const inlineBytes = 64 * 1024;

/**
 * Reads a table as `readTable` does.
 * @throws Error when the thread fails in a way that is a bug.
 */
export async function readTableInWorker(
  file: Buffer,
  filename: string,
  options: ReadTableOptions = {},
): Promise<Table | Refusal> {
  if (file.length < inlineBytes) return readTable(file, filename, options);
  const input: TableWorkerInput = { bytes: file, filename, options };
  return withTableThread(new URL('./read-table-worker.ts', import.meta.url), input, (worker) => {
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
  });
}
