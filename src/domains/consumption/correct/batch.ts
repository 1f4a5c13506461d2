/** Batches of corrections: asked for with the totals the second person sees; up to the limit they run at once. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { queueRun } from '../../../kit/server/batch/queue.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { consumptionRefusals } from '../refusals.ts';
import { type BatchChoice, type PreviewLine, previewBatch, previewOf } from './batch-preview.ts';
import { correctNo } from './draft.ts';
import { batchRuns } from './states.ts';

export interface NewBatch extends Omit<BatchChoice, 'rights'> {
  reason: string;
  /** The trades to put right, with their right prices. */
  lines: readonly { tradeId: number; rightFen: number }[];
  /** What the clerk saw. */
  refundFen: number;
  supplementFen: number;
}

async function insertLines(
  ctx: Ctx,
  batchId: number,
  at: string,
  status: 'PENDING_AUDIT' | 'APPROVED',
  reason: string,
  lines: readonly PreviewLine[],
): Promise<number> {
  const ids = await ctx.ids.take(lines.length);
  const { rowCount } = await sqlOf(ctx.db).query(
    `insert into correction (organization_id, batch_id, source, reason, maker_id, maker_name, status, created_at,
       id, line_no, correct_no, trade_id, person_id, kind, amount_fen)
     select $1, $2, 'SYSTEM', $3, $4, $5, $6, $7, t.*
     from unnest($8::bigint[], $9::int[], $10::text[], $11::bigint[], $12::bigint[], $13::text[], $14::bigint[]) as t
     on conflict (organization_id, trade_id) where status in ('REPORTED', 'PENDING_AUDIT', 'APPROVED') do nothing`,
    [
      ownOrganization(ctx),
      batchId,
      reason,
      ctx.session.accountId,
      ctx.session.name,
      status,
      at,
      ids,
      ids.map((_, i) => i + 1),
      ids.map((id) => correctNo(id, at)),
      lines.map((l) => l.tradeId),
      lines.map((l) => l.personId),
      lines.map((l) => l.kind),
      lines.map((l) => l.fen),
    ],
  );
  return rowCount ?? 0;
}

/** Keeps the batch with its lines; up to the limit it runs at once. Refused when the totals are not those the clerk saw. */
export async function createBatch(ctx: Ctx, input: NewBatch): Promise<{ id: number } | Refusal> {
  const rights = new Map(input.lines.map((l) => [l.tradeId, l.rightFen]));
  const seen = await previewBatch(ctx, { ...input, rights });
  if (isRefusal(seen)) return seen;
  const moving = seen.lines.filter((line) => rights.has(line.tradeId) && line.kind !== null);
  const chosen = previewOf(moving, seen.limitFen);
  if (chosen.count === 0)
    return refuse(consumptionRefusals.NO_LINES, { detail: '所选消费的实收与应收一致，或都不能批量纠错' });
  const before = input.refundFen + input.supplementFen;
  const total = chosen.refundFen + chosen.supplementFen;
  if (chosen.refundFen !== input.refundFen || chosen.supplementFen !== input.supplementFen)
    return refuse(consumptionRefusals.TOTAL_CHANGED, {
      before: formatFenGrouped(before),
      after: formatFenGrouped(total),
    });
  const organizationId = ownOrganization(ctx);
  const status = total <= seen.limitFen ? 'APPROVED' : 'PENDING_AUDIT';
  const id = await ctx.ids.next();
  const at = isoAt(ctx.clock.now());
  const batchNo = `PJ${at.slice(0, 10).replaceAll('-', '')}${id}`;
  await ctx.db
    .insertInto('correction_batch')
    .values({
      organization_id: organizationId,
      id,
      batch_no: batchNo,
      device_id: input.deviceId,
      meal_period_id: input.mealPeriodId,
      business_date: input.businessDate,
      way: input.way,
      price_fen: input.way === 'PRICE' ? input.priceFen : null,
      reason: input.reason,
      total_count: chosen.count,
      total_fen: total,
      refund_fen: chosen.refundFen,
      supplement_fen: chosen.supplementFen,
      posted_count: 0,
      posted_fen: 0,
      posted_refund_fen: 0,
      posted_supplement_fen: 0,
      failed_count: 0,
      failed_fen: 0,
      maker_id: ctx.session.accountId,
      maker_name: ctx.session.name,
      checker_id: null,
      checker_name: '',
      check_note: status === 'APPROVED' ? `不超过 ${formatFenGrouped(seen.limitFen)} 元，免审` : '',
      status,
      created_at: at,
      checked_at: status === 'APPROVED' ? at : null,
      finished_at: null,
      version: 1,
    })
    .execute();
  // Somebody put one of the trades right in between: the clerk looks again.
  if ((await insertLines(ctx, id, at, status, input.reason, chosen.lines)) !== chosen.count) return refuse('STALE');
  await ctx.audit({
    action: '提交批量纠错',
    targetId: id,
    targetName: batchNo,
    changes: [
      { key: 'refundFen', label: '退回合计（元）', before: null, after: formatFenGrouped(chosen.refundFen) },
      { key: 'supplementFen', label: '补扣合计（元）', before: null, after: formatFenGrouped(chosen.supplementFen) },
      { key: 'totalCount', label: '笔数', before: null, after: chosen.count },
    ],
  });
  if (status === 'APPROVED') await queueRun(ctx, batchRuns, id, 1);
  return { id };
}
