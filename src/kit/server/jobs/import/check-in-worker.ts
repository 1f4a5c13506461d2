/**
 * Checks an import's rows in a thread of its own, a chunk at a time in this one: neither a long file nor a hostile one
 * holds up the server's requests, and its memory never holds the whole file.
 */
import type { Worker } from 'node:worker_threads';
import type { Refusal } from '../../refusal.ts';
import { type ThreadBounds, withTableThread } from '../../sheet/table-threads.ts';
import { askDatabase } from './check-rows.ts';
import type { CheckMessage, CheckOrder, CheckWorkerInput } from './check-worker.ts';
import type { CheckedRow, ImportColumn, Mapping, RefResolver, RowChecker } from './types.ts';

/** Cells of rows with their numbers in the file. */
export interface Cells {
  rows: string[][];
  rowNumbers: number[];
}

export interface CheckTask {
  /** The file, or the rows of a former check a page at a time. */
  source: { bytes: Buffer; filename: string } | { pages: AsyncIterator<Cells> };
  columns: readonly ImportColumn[];
  mapping: Mapping;
  resolve: RefResolver;
  check?: RowChecker;
  /** Takes the checked rows in file order. */
  take: (rows: readonly CheckedRow[]) => Promise<void>;
}

/** What a column says in data: its functions stay here, and are not needed to read a cell. */
const dataOf = (columns: readonly ImportColumn[]) => JSON.parse(JSON.stringify(columns)) as ImportColumn[];

async function answer(task: CheckTask, message: CheckMessage): Promise<CheckOrder | null> {
  switch (message.type) {
    case 'ready': {
      const page = 'pages' in task.source ? await task.source.pages.next() : undefined;
      return page && !page.done ? { type: 'rows', ...page.value } : { type: 'rows-end' };
    }
    case 'names':
      return { type: 'ids', ids: await task.resolve(message.key, message.names) };
    case 'rows':
      if (task.check) await askDatabase(message.rows, task.columns, task.check);
      await task.take(message.rows);
      return { type: 'next' };
    default:
      return null;
  }
}

/** Runs the check to its end; undefined when every row was taken, or why the file cannot be checked. Tests give `bounds`. */
export async function checkInWorker(task: CheckTask, bounds?: Partial<ThreadBounds>): Promise<Refusal | undefined> {
  const { source, columns, mapping } = task;
  const input: CheckWorkerInput = {
    bytes: 'bytes' in source ? source.bytes : null,
    filename: 'bytes' in source ? source.filename : '',
    columns: dataOf(columns),
    mapping,
  };
  let last: Promise<unknown> = Promise.resolve();
  const talk = (worker: Worker) =>
    new Promise<{ refusal?: Refusal }>((resolve, reject) => {
      worker.on('message', (message: CheckMessage) => {
        if (message.type === 'end') return resolve({});
        if (message.type === 'refused') return resolve({ refusal: message.refusal });
        last = answer(task, message).then((order) => worker.postMessage(order), reject);
      });
    });
  const outcome = await withTableThread(new URL('./check-worker.ts', import.meta.url), input, talk, bounds);
  // A thread ended by the clock may have left a chunk half taken: who called must not go on before it is.
  await last;
  return 'refused' in outcome ? outcome : outcome.refusal;
}
