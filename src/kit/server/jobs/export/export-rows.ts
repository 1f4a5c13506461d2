/** Writes rows that code makes into a workbook file, on this thread, batch by batch. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { streamSink } from '../../sheet/byte-sinks.ts';
import type { CellValue, SheetInfo } from '../../sheet/types.ts';
import { createXlsxWriter } from '../../sheet/xlsx-writer.ts';
import type { WorkerExportResult } from './export-in-worker.ts';
import type { ExportColumn, RowsSource } from './types.ts';

export interface RowsExport extends RowsSource {
  columns: readonly ExportColumn[];
  info: SheetInfo;
  path: string;
  maxRows: number;
  onProgress?: (rows: number) => void;
  signal?: AbortSignal;
}

/** Writes `rows` to `path` as xlsx. Anything but a whole export leaves no file. */
export async function exportRows(task: RowsExport): Promise<WorkerExportResult> {
  const file = createWriteStream(task.path);
  const writer = createXlsxWriter(streamSink(file), { columns: task.columns, info: task.info });
  const keys = task.columns.map((column) => column.key);
  let written = 0;
  let end: 'whole' | 'cancelled' | 'too-many' = 'whole';
  try {
    for await (const batch of task.rows) {
      written += batch.length;
      if (task.signal?.aborted) end = 'cancelled';
      else if (written > task.maxRows) end = 'too-many';
      if (end !== 'whole') break;
      await writer.write(batch.map((row) => keys.map((key) => row[key] as CellValue)));
      task.onProgress?.(written);
      await nextTurn();
    }
    if (end === 'whole') {
      const totals = await writer.finish();
      await new Promise<void>((resolve, reject) =>
        file.end((error?: Error | null) => (error ? reject(error) : resolve())),
      );
      return { end, ...totals };
    }
    writer.abort();
    file.destroy();
    await rm(task.path, { force: true });
    return { end };
  } catch (error) {
    writer.abort();
    file.destroy();
    await rm(task.path, { force: true });
    throw error;
  }
}
