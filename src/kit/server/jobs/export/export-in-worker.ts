/** Runs an export in a thread of its own, with a bounded heap, so that the server's requests do not feel it. */
import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { ExportWorkerInput, ExportWorkerMessage } from './export-worker.ts';

export interface WorkerExport extends ExportWorkerInput {
  onProgress?: (rows: number) => void;
  /** Rows the database expects, once, before the first. */
  onEstimate?: (rows: number) => void;
  /** Cancels the run; the file is removed. */
  signal?: AbortSignal;
}

export type WorkerExportResult =
  | { end: 'whole'; rows: number; sheets: number; bytes: number }
  | { end: 'cancelled' | 'too-many' };

/** Measured: rows in flight need 40 MB; an export that needs more than this has a leak and must die alone. */
const heapMiB = 192;
/** How long a cancelled thread may take to end by itself, e.g. while the database still sorts. */
const cancelGraceMs = 2_000;

/**
 * Writes the statement's rows to `path` as xlsx. Anything but a whole export leaves no file.
 * @throws Error with the database's message when the statement or the disk fails.
 */
export async function exportInWorker(task: WorkerExport): Promise<WorkerExportResult> {
  const { onProgress, onEstimate, signal, ...input } = task;
  if (signal?.aborted) return { end: 'cancelled' };
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), {
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: heapMiB, maxYoungGenerationSizeMb: 32 },
  });
  let grace: NodeJS.Timeout | undefined;
  const cancel = () => {
    worker.postMessage('cancel');
    grace = setTimeout(() => void worker.terminate(), cancelGraceMs);
  };
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    const result = await new Promise<WorkerExportResult>((resolve, reject) => {
      worker.on('message', (message: ExportWorkerMessage) => {
        if (message.type === 'progress') onProgress?.(message.rows);
        else if (message.type === 'estimate') onEstimate?.(message.rows);
        else if (message.type === 'error') reject(new Error(message.message));
        else if (message.end === 'whole')
          resolve({ end: 'whole', rows: message.rows, sheets: message.sheets, bytes: message.bytes });
        else resolve({ end: message.end });
      });
      worker.once('error', reject);
      worker.once('exit', () =>
        signal?.aborted ? resolve({ end: 'cancelled' }) : reject(new Error('the export thread ended early')),
      );
    });
    if (result.end !== 'whole') await rm(input.path, { force: true });
    return result;
  } catch (error) {
    await rm(input.path, { force: true });
    throw error;
  } finally {
    clearTimeout(grace);
    signal?.removeEventListener('abort', cancel);
    await worker.terminate();
  }
}
