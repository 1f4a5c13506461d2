/** Batches of corrections: asked for with the totals the second person sees, decided, run as a job. */
import { formatFen, formatFenGrouped } from '../../../kit/define/fen.ts';
import { labelIn } from '../../../kit/define/states.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { executorOf } from '../../people/executor.ts';
import { consumptionRefusals } from '../refusals.ts';
import type { CorrectionBatchRow } from '../tables.ts';
import { type BatchChoice, type PreviewLine, previewBatch, previewOf } from './batch-preview.ts';
import { correctNo } from './draft.ts';
import { type BatchEvent, batchMay, batchStatuses, batchTransitions } from './states.ts';

export const batchJob = 'correct-batch';
export interface BatchJob {
  organizationId: number;
  id: number;
}

export interface NewBatch extends Omit<BatchChoice, 'rights'> {
  reason: string;
  /** The trades to put right, with their right prices. */
  lines: readonly { tradeId: number; rightFen: number }[];
  /** What the clerk saw. */
  refundFen: number;
  supplementFen: number;
}

/** Queues the run in the command's transaction. */
async function enqueue(ctx: Ctx, id: number, runNo: number): Promise<void> {
  const organizationId = ownOrganization(ctx);
  await ctx.services.jobs.enqueue<BatchJob>(
    batchJob,
    { organizationId, id },
    { key: `${organizationId}:${id}:${runNo}`, within: executorOf(ctx.db) },
  );
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
  const { rowCount } = await executorOf(ctx.db).query(
    `insert into correction (organization_id, batch_id, source, reason, applicant_id, applicant_name, status, created_at,
       id, correct_no, trade_id, person_id, kind, amount_fen)
     select $1, $2, 'SYSTEM', $3, $4, $5, $6, $7, t.*
     from unnest($8::bigint[], $9::text[], $10::bigint[], $11::bigint[], $12::text[], $13::bigint[]) as t
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
    return refuse(consumptionRefusals.TOTAL_CHANGED, { before: formatFen(before), after: formatFen(total) });
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
      line_count: chosen.count,
      refund_fen: chosen.refundFen,
      supplement_fen: chosen.supplementFen,
      posted_count: 0,
      posted_refund_fen: 0,
      posted_supplement_fen: 0,
      failed_count: 0,
      run_no: status === 'APPROVED' ? 1 : 0,
      applicant_id: ctx.session.accountId,
      applicant_name: ctx.session.name,
      auditor_id: null,
      auditor_name: '',
      audit_note: status === 'APPROVED' ? `不超过 ${formatFen(seen.limitFen)} 元，免审` : '',
      status,
      created_at: at,
      decided_at: status === 'APPROVED' ? at : null,
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
      { key: 'lineCount', label: '笔数', before: null, after: chosen.count },
    ],
  });
  if (status === 'APPROVED') await enqueue(ctx, id, 1);
  return { id };
}

const lineStatusAfter: Partial<Record<BatchEvent, string>> = {
  approve: 'APPROVED',
  reject: 'REJECTED',
  cancel: 'CANCELLED',
  giveUp: 'CANCELLED',
};

/** One event of the state table on a batch, its undecided lines with it. */
export const changeBatch =
  (event: BatchEvent) =>
  async (ctx: Ctx, input: ActionInput): Promise<Refusal | null> => {
    const batch: CorrectionBatchRow = await ctx.db
      .selectFrom('correction_batch')
      .selectAll()
      .where('id', '=', input.rows[0]!.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const { label, to } = batchTransitions[event];
    if (!batchMay(event, batch.status))
      return refuse('BAD_STATE', { state: labelIn(batchStatuses, batch.status), action: label });
    const own = batch.applicant_id === ctx.session.accountId;
    if (event === 'approve' && own)
      return refuse(consumptionRefusals.SECOND_PERSON, { no: batch.batch_no, did: '提出' });
    if (event === 'cancel' && !own)
      return refuse('NOT_NOW', {
        why: `${batch.batch_no} 由${batch.applicant_name}提出，只能由本人撤回；不同意请驳回`,
      });
    const runs = event === 'approve' || event === 'retry';
    const decides = event === 'approve' || event === 'reject';
    const at = isoAt(ctx.clock.now());
    const note = String(input.values.reason ?? input.values.note ?? '');
    await ctx.db
      .updateTable('correction_batch')
      .set((eb) => ({
        status: to,
        run_no: eb('run_no', '+', runs ? 1 : 0),
        ...(decides ? { auditor_id: ctx.session.accountId, auditor_name: ctx.session.name, decided_at: at } : {}),
        ...(note ? { audit_note: note } : {}),
        ...(event === 'giveUp' ? { finished_at: at } : {}),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', batch.id)
      .execute();
    const lines = lineStatusAfter[event];
    if (lines)
      await ctx.db
        .updateTable('correction')
        .set((eb) => ({
          status: lines,
          decided_at: at,
          ...(decides ? { auditor_id: ctx.session.accountId, auditor_name: ctx.session.name } : {}),
          version: eb('version', '+', 1),
        }))
        .where('batch_id', '=', batch.id)
        .where('status', 'in', ['PENDING_AUDIT', 'APPROVED'])
        .execute();
    await ctx.audit({
      action: label,
      targetId: batch.id,
      targetName: batch.batch_no,
      changes: [
        {
          key: 'status',
          label: '状态',
          before: labelIn(batchStatuses, batch.status),
          after: `${labelIn(batchStatuses, to)}${note ? `：${note}` : ''}`,
        },
      ],
    });
    if (runs) await enqueue(ctx, batch.id, batch.run_no + 1);
    return null;
  };
