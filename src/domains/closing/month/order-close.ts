/** Accepting what cannot be put right, and giving the order to close. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay, firstDayAfterMonth, walletRefusals } from '../../wallet/public.server.ts';
import { closingRefusals } from '../refusals.ts';
import { isSettled, monthBooks, monthSteps, openMonths } from './month-books.ts';
import { monthTotals } from './month-totals.ts';

export const closeJob = 'closing-month-close';
export interface CloseOrder {
  organizationId: number;
  id: number;
}

const monthWritten = /^20\d{2}-(0[1-9]|1[0-2])$/;
/** The `YYYY-MM` of a call, or why not. */
export function monthOfCall(body: Record<string, unknown>): string | Refusal {
  return typeof body.month === 'string' && monthWritten.test(body.month)
    ? body.month
    : refuse('MALFORMED', { detail: 'month 应为 YYYY-MM' });
}

/** Keeps why an open step is accepted as it is. Call it outside a transaction: the steps read the whole organization. */
export async function acceptStep(
  ctx: Ctx,
  input: { month: string; step: string; note: string },
): Promise<null | Refusal> {
  const organizationId = ownOrganization(ctx);
  const books = monthBooks(ctx.services, organizationId, input.month);
  const step = (await monthSteps(books)).find((s) => s.key === input.step);
  if (!step) return refuse('NOT_FOUND');
  if (step.ok) return null;
  if (step.weight === 'HARD') return refuse(closingRefusals.CLOSE_STEP_HARD, { step: step.title });
  const row = {
    figure: step.figure,
    note: input.note,
    noted_by: ctx.session.accountId,
    noted_name: ctx.session.name,
    noted_at: isoAt(ctx.clock.now()),
  };
  return (await runCommand(ctx, async ({ db, audit }) => {
    await db
      .insertInto('month_close_note')
      .values({ organization_id: organizationId, month: books.from, step: step.key, ...row })
      .onConflict((on) => on.columns(['organization_id', 'month', 'step']).doUpdateSet(row))
      .execute();
    await audit({ action: '月结说明', targetName: `${input.month} ${step.title}：${step.figure}，${input.note}` });
    return null;
  })) as null | Refusal;
}

/** An order is under way; its job is queued again in case a crash lost it, the key keeps it single. */
async function alreadyOrdered(ctx: Ctx, organizationId: number): Promise<Refusal> {
  const { rows } = await sqlOf(ctx.db).query<{ id: number; month: string }>(
    `select id, month from month_close where organization_id = $1 and status in ('QUEUED', 'RUNNING')`,
    [organizationId],
  );
  const open = rows[0];
  if (!open) return refuse('BUSY');
  await queueClose(ctx, organizationId, open.id);
  return refuse(closingRefusals.CLOSE_RUNNING, { month: open.month.slice(0, 7) });
}

const queueClose = (ctx: Ctx, organizationId: number, id: number) =>
  ctx.services.jobs.enqueue<CloseOrder>(closeJob, { organizationId, id }, { key: `${organizationId}:${id}` });

/**
 * Queues the close of a month whose steps are settled. `closingFen` is the closing balance the clerk saw; another one
 * now is refused. Call it outside a transaction: the job reads the row.
 */
export async function orderClose(
  ctx: Ctx,
  input: { month: string; closingFen: number },
): Promise<{ id: number } | Refusal> {
  const { session, witness } = ctx;
  if (!witness) throw new Error('a month is closed before a witness');
  const { month } = input;
  const organizationId = ownOrganization(ctx);
  const books = monthBooks(ctx.services, organizationId, month);
  if (businessDay(ctx.clock.now()) < firstDayAfterMonth(books.from))
    return refuse(walletRefusals.PERIOD_NOT_OVER, { month });
  const open = await openMonths(sqlOf(ctx.db), organizationId);
  if (!open.includes(month)) {
    const closed = await books.db.selectFrom('period').select('month').where('month', '=', books.from).execute();
    return closed.length > 0
      ? refuse(walletRefusals.PERIOD_CLOSED, { month })
      : refuse(closingRefusals.CLOSE_NOTHING, { month });
  }
  if (open[0] !== month) return refuse(walletRefusals.PERIOD_ORDER, { month: open[0]! });
  const steps = await monthSteps(books);
  const left = steps.find((s) => !isSettled(s));
  if (left) return refuse(closingRefusals.CLOSE_STEP_OPEN, { step: left.title, figure: left.figure });
  const totals = await monthTotals(books.db, books.from, books.to);
  if (totals.closingFen !== input.closingFen)
    return refuse(closingRefusals.CLOSE_TOTALS_CHANGED, {
      seen: formatFenGrouped(input.closingFen),
      now: formatFenGrouped(totals.closingFen),
    });
  const id = await ctx.ids.next();
  const made = await sqlOf(ctx.db).query(
    `insert into month_close (organization_id, id, month, status, asked_by, asked_name, witness_id, witness_name, asked_at, steps)
     values ($1, $2, $3, 'QUEUED', $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    [
      organizationId,
      id,
      books.from,
      session.accountId,
      session.name,
      witness.accountId,
      witness.name,
      isoAt(ctx.clock.now()),
      JSON.stringify(steps),
    ],
  );
  if (made.rowCount === 0) return alreadyOrdered(ctx, organizationId);
  await ctx.audit({
    action: '月结',
    targetId: id,
    targetName: `${month}，期末余额 ${formatFenGrouped(totals.closingFen)} 元`,
  });
  await queueClose(ctx, organizationId, id);
  return { id };
}
