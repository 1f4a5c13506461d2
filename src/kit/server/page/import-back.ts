/** An import that was a mistake: what was written last, and taking it back as a whole while nothing hangs on it. */

import { isoAt } from '../clock.ts';
import type { Ctx } from '../context.ts';
import { sqlOf } from '../db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { runCommand } from './command.ts';
import { importOwner, taskIdOf } from './import-check.ts';
import type { Registered } from './registry.ts';

/** Longer ago nobody remembers what was in the file. */
const offeredDays = 7;

/** The account's last import of the page that wrote records and stands; null where there is none to take back. */
export async function lastImport(entry: Registered, ctx: Ctx): Promise<unknown> {
  if (!entry.binding.importRows?.takeBack) return null;
  const { accountId, pagePath } = importOwner(entry, ctx);
  const { rows } = await sqlOf(ctx.db).query<{ taskId: number; filename: string; rows: number; at: string }>(
    `select t.id as "taskId", t.filename, t.committed as rows, t.finished_at as at from import_task t
     where t.account_id = $1 and t.page_path = $2 and t.status = 'DONE' and t.committed > 0 and t.taken_back_at is null
       and t.unit_type is not distinct from $3 and t.unit_id is not distinct from $4 and t.finished_at > $5
       and exists (select from import_row r where r.task_id = t.id and r.made_id is not null)
     order by t.id desc limit 1`,
    [accountId, pagePath, ctx.session.unitType, ctx.session.unitId, isoAt(ctx.clock.now() - offeredDays * 86_400_000)],
  );
  return rows[0] ?? null;
}

/** `import_take_back {taskId}`: all of it, or the first thing that hangs on one of its records. */
export async function takeBack(entry: Registered, ctx: Ctx, body: Record<string, unknown>): Promise<unknown> {
  const undo = entry.binding.importRows?.takeBack;
  if (!undo) return undefined;
  const { accountId, pagePath } = importOwner(entry, ctx);
  return runCommand(ctx, async (inner): Promise<{ count: number } | Refusal> => {
    const sql = sqlOf(inner.db);
    const task = await sql.query<{ id: number; filename: string }>(
      `select id, filename from import_task where id = $1 and account_id = $2 and page_path = $3 and status = 'DONE'
         and taken_back_at is null and unit_type is not distinct from $4 and unit_id is not distinct from $5 for update`,
      [taskIdOf(body), accountId, pagePath, ctx.session.unitType, ctx.session.unitId],
    );
    const found = task.rows[0];
    if (!found) return refuse('NOT_FOUND');
    const { rows } = await sql.query<{ id: number }>(
      `select made_id as id from import_row where task_id = $1 and state = 'COMMITTED' and made_id is not null order by row_no`,
      [found.id],
    );
    const no = await undo(
      inner,
      rows.map(({ id }) => id),
    );
    if (isRefusal(no)) return no;
    await sql.query('update import_task set taken_back_at = $2 where id = $1', [found.id, isoAt(ctx.clock.now())]);
    await inner.audit({ action: '撤回导入', targetId: found.id, targetName: `${found.filename}，${rows.length} 条` });
    return { count: rows.length };
  });
}
