/** The export's thread: statement in, workbook file out. Started by `exportInWorker` alone. */
import { createWriteStream } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { ClientConfig } from 'pg';
import { streamSink } from '../../sheet/byte-sinks.ts';
import type { SheetInfo } from '../../sheet/types.ts';
import { createXlsxWriter } from '../../sheet/xlsx-writer.ts';
import { type StatementEnd, streamStatement } from './stream-statement.ts';
import type { ExportColumn } from './types.ts';

/** What the thread is given. Plain data. */
export interface ExportWorkerInput {
  connection: ClientConfig;
  sql: string;
  params: readonly unknown[];
  columns: readonly ExportColumn[];
  info: SheetInfo;
  path: string;
  maxRows: number;
}

/** What the thread says. */
export type ExportWorkerMessage =
  | { type: 'progress'; rows: number }
  | { type: 'estimate'; rows: number }
  | { type: 'end'; end: StatementEnd; rows: number; sheets: number; bytes: number }
  | { type: 'error'; message: string };

const progressEveryMs = 500;

async function run(input: ExportWorkerInput, say: (message: ExportWorkerMessage) => void, cancelled: () => boolean) {
  const file = createWriteStream(input.path, { highWaterMark: 1024 * 1024 });
  const writer = createXlsxWriter(streamSink(file), { columns: input.columns, info: input.info });
  let saidAt = performance.now();
  const onProgress = (rows: number) => {
    if (performance.now() - saidAt < progressEveryMs) return;
    saidAt = performance.now();
    say({ type: 'progress', rows });
  };
  try {
    const end = await streamStatement(
      { ...input, onProgress, cancelled, onEstimate: (rows) => say({ type: 'estimate', rows }) },
      writer,
    );
    if (end !== 'whole') writer.abort();
    const totals = end === 'whole' ? await writer.finish() : { rows: 0, sheets: 0, bytes: 0 };
    await new Promise<void>((resolve, reject) =>
      file.end((error?: Error | null) => (error ? reject(error) : resolve())),
    );
    say({ type: 'end', end, ...totals });
  } catch (error) {
    writer.abort();
    file.destroy();
    throw error;
  }
}

if (parentPort) {
  const port = parentPort;
  let stop = false;
  port.on('message', () => {
    stop = true;
  });
  run(
    workerData as ExportWorkerInput,
    (message) => port.postMessage(message),
    () => stop,
  )
    .catch((error: unknown) =>
      port.postMessage({ type: 'error', message: error instanceof Error ? error.message : String(error) }),
    )
    .finally(() => port.close());
}
