/** Checks a clerk asks for: one at a time per organization, run as a job, kept with who asked. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization, type Services } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { runInvariants } from '../../wallet/public.server.ts';

export const checkJob = 'closing-ledger-check';

export interface CheckOrder {
  organizationId: number;
  id: number;
}

/** Queues a check, or joins the one under way. Call it outside a transaction: the job reads the row. */
export async function askForCheck(ctx: Ctx): Promise<{ id: number }> {
  const { session } = ctx;
  const organizationId = ownOrganization(ctx);
  const { rows } = await sqlOf(ctx.db).query<{ id: number }>(
    `insert into ledger_check (organization_id, id, status, asked_by, asked_name, asked_at)
     values ($1, $2, 'QUEUED', $3, $4, $5) on conflict do nothing returning id`,
    [organizationId, await ctx.ids.next(), session.accountId, session.name, isoAt(ctx.clock.now())],
  );
  const made = rows[0];
  const open = made ?? (await openCheck(sqlOf(ctx.db), organizationId));
  if (!open) return askForCheck(ctx);
  if (made) await ctx.audit({ action: '立即核对', targetId: made.id, targetName: '账目核对' });
  // Queued again when a crash lost the job; the key keeps it single.
  await ctx.services.jobs.enqueue<CheckOrder>(
    checkJob,
    { organizationId, id: open.id },
    { key: `${organizationId}:${open.id}` },
  );
  return open;
}

async function openCheck(sql: Sql, organizationId: number): Promise<{ id: number } | undefined> {
  const { rows } = await sql.query<{ id: number }>(
    `select id from ledger_check where organization_id = $1 and status in ('QUEUED', 'RUNNING')`,
    [organizationId],
  );
  return rows[0];
}

/** Runs one; a repeated job finds it done. @throws what the check throws, after its last attempt is written down. */
export async function runCheck(services: Services, order: CheckOrder, last: boolean): Promise<void> {
  const { pool, clock } = services;
  const key = [order.organizationId, order.id];
  const { rowCount } = await pool.query(
    `update ledger_check set status = 'RUNNING', started_at = coalesce(started_at, $3)
     where organization_id = $1 and id = $2 and status in ('QUEUED', 'RUNNING')`,
    [...key, isoAt(clock.now())],
  );
  if (!rowCount) return;
  try {
    const run = await runInvariants(services, order.organizationId);
    await pool.query(
      `update ledger_check set status = 'FINISHED', finished_at = $3, run_id = $4 where organization_id = $1 and id = $2`,
      [...key, isoAt(clock.now()), run.id],
    );
  } catch (error) {
    if (last)
      await pool.query(
        `update ledger_check set status = 'FAILED', finished_at = $3, error = $4 where organization_id = $1 and id = $2`,
        [...key, isoAt(clock.now()), '核对没有完成，请稍后再试'],
      );
    throw error;
  }
}
