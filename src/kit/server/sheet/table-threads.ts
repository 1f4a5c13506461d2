/** Threads that read and check tables: what one may use, and how many a process runs. */
import { Worker } from 'node:worker_threads';
import { type Refusal, refuse } from '../refusal.ts';
import { type Slots, slots } from '../slots.ts';
import { sheetRefusals } from './sheet-refusals.ts';

export interface ThreadBounds {
  /** A table at every limit stays below; more is a hostile file, and only the thread dies of it. */
  heapMiB: number;
  timeoutMs: number;
  gate: Slots;
}

/** Two threads at their limit still leave the server its memory; a person waits for a few files, not for a hundred. */
export const ofProcess: ThreadBounds = {
  heapMiB: 768,
  timeoutMs: 10 * 60_000,
  gate: slots({ atOnce: 2, waiting: 20 }),
};

/** Waits for a thread that ends without an answer, by its own fault or by the clock. */
async function untilEnded<T>(
  worker: Worker,
  work: Promise<T>,
  { heapMiB, timeoutMs }: ThreadBounds,
): Promise<T | Refusal> {
  const tooSlow = () => refuse(sheetRefusals.SHEET_TOO_SLOW, { minutes: timeoutMs / 60_000 });
  const tooLarge = () => refuse(sheetRefusals.SHEET_TOO_LARGE, { limitMiB: heapMiB });
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<Refusal>((resolve, reject) => {
    worker.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(tooLarge()) : reject(error),
    );
    worker.once('exit', () => reject(new Error('the table thread ended early')));
    timer = setTimeout(() => resolve(tooSlow()), timeoutMs);
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs `talk` with a thread of `file` (a worker module), at most two at a time in this process. A thread that needs too
 * much memory or time is ended and answers a refusal; so does a call for which too many wait already. Tests give `bounds`
 * of their own; what they leave out is the process's.
 * @throws Error when the thread fails in a way that is a bug.
 */
export async function withTableThread<T>(
  file: URL,
  workerData: unknown,
  talk: (worker: Worker) => Promise<T>,
  bounds: Partial<ThreadBounds> = {},
): Promise<T | Refusal> {
  const within = { ...ofProcess, ...bounds };
  const answer = await within.gate.run(async () => {
    const worker = new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb: within.heapMiB } });
    try {
      return await untilEnded(worker, talk(worker), within);
    } finally {
      await worker.terminate();
    }
  });
  return answer === undefined ? refuse(sheetRefusals.SHEET_TOO_MANY_AT_ONCE) : answer;
}
