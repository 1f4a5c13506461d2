/** Asks for an export: a row in the export centre and its job, both or neither. */
import type { ClientBase, Pool } from 'pg';
import type { UnitType } from '../../../define/page.ts';
import { type Clock, isoAt } from '../../clock.ts';
import type { Ids } from '../../ids.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Jobs } from '../jobs.ts';
import { exportRefusals } from './refusals.ts';
import { readOwnExport } from './task-row.ts';
import { maxOpenExports } from './types.ts';

export const exportJob = 'export';

export interface NewExport {
  accountId: number;
  unitType: UnitType | null;
  unitId: number | null;
  pagePath: string;
  /** Title of the page; the file is named after it. */
  title: string;
  /** What the page needs to run the query again when its turn comes. Plain JSON. */
  filter: Record<string, unknown>;
}

/** `充值明细_20260401_083000.xlsx`: no character a file system refuses. */
export function exportFilename(title: string, atIso: string): string {
  const safe = title
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    .trim()
    .slice(0, 80);
  return `${safe || '导出'}_${atIso.slice(0, 10).replaceAll('-', '')}_${atIso.slice(11, 19).replaceAll(':', '')}.xlsx`;
}

/** One account's requests queue up here, so that the limit holds for double clicks too. */
async function refuseTooMany(client: ClientBase, accountId: number): Promise<Refusal | undefined> {
  await client.query("select pg_advisory_xact_lock(hashtext('export_task'), $1::int)", [accountId % 2 ** 31]);
  const { rows } = await client.query<{ open: number }>(
    "select count(*)::int as open from export_task where account_id = $1 and status in ('QUEUED', 'RUNNING')",
    [accountId],
  );
  const open = rows[0]!.open;
  return open >= maxOpenExports
    ? refuse(exportRefusals.EXPORT_TOO_MANY_OPEN, { open, limit: maxOpenExports })
    : undefined;
}

/** Takes a failed or cancelled task of the account up again, from its first row and with the same filter. */
export async function retryExport(
  deps: { pool: Pool; jobs: Jobs },
  accountId: number,
  id: number,
): Promise<{ id: number } | Refusal> {
  return inTransaction(deps.pool, async (client) => {
    const tooMany = await refuseTooMany(client, accountId);
    if (tooMany) return tooMany;
    const { rowCount } = await client.query(
      `update export_task set status = 'QUEUED', progress = 0, rows = 0, error = null
       where id = $1 and account_id = $2 and status in ('FAILED', 'CANCELLED')`,
      [id, accountId],
    );
    if (rowCount !== 1)
      return (await readOwnExport(client, accountId, id))
        ? refuse(exportRefusals.EXPORT_NOT_BROKEN)
        : refuse('NOT_FOUND');
    await deps.jobs.enqueue(exportJob, { taskId: id }, { within: client });
    return { id };
  });
}

/** The new task's id and file name, or a refusal when the account has too many unfinished ones. */
export async function createExport(
  deps: { pool: Pool; ids: Ids; clock: Clock; jobs: Jobs },
  input: NewExport,
): Promise<{ id: number; filename: string } | Refusal> {
  const id = await deps.ids.next();
  const now = isoAt(deps.clock.now());
  const filename = exportFilename(input.title, now);
  return inTransaction(deps.pool, async (client) => {
    const tooMany = await refuseTooMany(client, input.accountId);
    if (tooMany) return tooMany;
    await client.query(
      `insert into export_task (id, account_id, unit_type, unit_id, page_path, title, filter, filename, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        input.accountId,
        input.unitType,
        input.unitId,
        input.pagePath,
        input.title,
        JSON.stringify(input.filter),
        filename,
        now,
      ],
    );
    await deps.jobs.enqueue(exportJob, { taskId: id }, { within: client });
    return { id, filename };
  });
}
