/** A file the clerk uploaded, as a table; only files of one's own unit are found. */
import { buffer } from 'node:stream/consumers';
import type { Ctx } from '../../kit/server/context.ts';
import { findStoredFile } from '../../kit/server/files/save-upload.ts';
import { isRefusal, type Refusal, refuse } from '../../kit/server/refusal.ts';
import type { Table } from '../../kit/server/sheet/read-table.ts';
import { readTableInWorker } from '../../kit/server/sheet/read-table-in-worker.ts';
import { fundingRefusals } from './refusals.ts';

/** Name and rows of the file. Refused: it is gone or another unit's, or no table. */
export async function uploadedTable(ctx: Ctx, fileKey: string): Promise<{ filename: string; table: Table } | Refusal> {
  const { pool, files } = ctx.services;
  const stored = await findStoredFile(pool, fileKey);
  const file =
    stored && stored.unitType === ctx.session.unitType && stored.unitId === ctx.session.unitId
      ? await files.get(fileKey)
      : undefined;
  if (!stored || !file) return refuse(fundingRefusals.BATCH_FILE_GONE);
  const table = await readTableInWorker(await buffer(file.stream), stored.name);
  return isRefusal(table) ? table : { filename: stored.name, table };
}
