/**
 * The rows of a workbook from a thread of its own, a batch at a time in this one: neither a long workbook nor a hostile one
 * holds up the server's requests, and of its rows only a batch is in memory.
 */
import type { Worker } from 'node:worker_threads';
import type { Refusal } from '../refusal.ts';
import { type ThreadBounds, withTableThread } from './table-threads.ts';
import type { XlsxReadOptions } from './xlsx-reader.ts';
import type { RowsWorkerInput, RowsWorkerMessage } from './xlsx-rows-worker.ts';
import { sheetRowLimit } from './xlsx-writer.ts';

export interface RowsInWorker extends XlsxReadOptions {
  /** Rows are refused past it; default what the format can hold. */
  maxRows?: number;
}

/** Bytes a thread can read where they lie. */
export type SharedBytes = Buffer<SharedArrayBuffer>;

export function sharedBytes(parts: readonly Buffer[]): SharedBytes {
  const whole = Buffer.from(new SharedArrayBuffer(parts.reduce((sum, { length }) => sum + length, 0)));
  let at = 0;
  for (const part of parts) at += part.copy(whole, at);
  return whole;
}

/**
 * Gives the rows of a sheet to `take` in file order, the next batch when the last one is taken; undefined at the end, or why
 * the workbook cannot be read. Tests give `bounds`.
 * @throws whatever `take` throws; nothing is read any more then.
 */
export async function xlsxRowsInWorker(
  bytes: SharedBytes,
  { maxRows = sheetRowLimit, ...options }: RowsInWorker,
  take: (rows: string[][], rowNumbers: number[]) => Promise<void>,
  bounds?: Partial<ThreadBounds>,
): Promise<Refusal | undefined> {
  const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const input: RowsWorkerInput = { bytes, options, maxRows, taken };
  let last: Promise<unknown> = Promise.resolve();
  const talk = (worker: Worker) =>
    new Promise<{ refusal?: Refusal }>((resolve, reject) => {
      worker.on('message', (message: RowsWorkerMessage) => {
        if (message.type === 'end') return resolve({});
        if (message.type === 'refused') return resolve({ refusal: message.refusal });
        last = take(message.rows, message.rowNumbers).then(() => {
          Atomics.add(taken, 0, 1);
          Atomics.notify(taken, 0);
        }, reject);
      });
    });
  const outcome = await withTableThread(new URL('./xlsx-rows-worker.ts', import.meta.url), input, talk, bounds);
  // A thread ended by the clock may have left a batch half taken: who called must not go on before it is.
  await last;
  return 'refused' in outcome ? outcome : outcome.refusal;
}
