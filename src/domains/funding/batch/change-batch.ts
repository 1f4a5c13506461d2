/** 提交, 审核, 退回, 作废, 重试 of a batch. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { executorOf } from '../../people/executor.ts';
import { fundingRefusals } from '../refusals.ts';
import { findTwin } from './find-twin.ts';
import { type BatchEvent, batchMay, batchStatusLabel, batchTransitions } from './states.ts';

export const batchJob = 'funding-batch';

export interface BatchJob {
  organizationId: number;
  id: number;
}

/** Refused: a state it cannot happen in, one's own batch at approval, nothing to post. */
export async function changeBatch(ctx: Ctx, event: BatchEvent, id: number, reason = ''): Promise<Refusal | null> {
  const organizationId = ownOrganization(ctx);
  const batch = await ctx.db
    .selectFrom('funding_batch')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!batch) return refuse('NOT_FOUND');
  const { label, to } = batchTransitions[event];
  if (!batchMay(event, batch.status))
    return refuse('BAD_STATE', { state: batchStatusLabel(batch.status), action: label });
  const judging = event === 'approve' || event === 'reject';
  if (judging && batch.creator_id === ctx.session.accountId)
    return refuse(fundingRefusals.BATCH_SAME_PERSON, { name: batch.creator_name });
  if (event === 'submit' && batch.total_count === 0) return refuse(fundingRefusals.BATCH_EMPTY);
  // A recharge made twice is money given twice; who means it says so in the batch.
  const twin =
    event === 'submit' && batch.kind === 'RECHARGE' && !batch.reason.trim() ? await findTwin(ctx, batch) : undefined;
  if (twin)
    return refuse(fundingRefusals.BATCH_TWIN, {
      no: twin.batch_no,
      at: twin.created_at.slice(0, 16).replace('T', ' '),
      who: twin.creator_name,
      state: batchStatusLabel(twin.status),
      count: batch.total_count,
      fen: formatFenGrouped(batch.total_fen),
    });
  const at = isoAt(ctx.clock.now());
  await ctx.db
    .updateTable('funding_batch')
    .set({
      status: to,
      version: batch.version + 1,
      ...(event === 'approve'
        ? { auditor_id: ctx.session.accountId, auditor_name: ctx.session.name, audited_at: at, audit_reason: null }
        : {}),
      ...(event === 'reject' || event === 'cancel' ? { audit_reason: reason } : {}),
      ...(event === 'retry' ? { fail_count: 0, fail_fen: 0, finished_at: null } : {}),
    })
    .where('id', '=', id)
    .execute();
  if (event === 'retry')
    await ctx.db
      .updateTable('funding_batch_line')
      .set((eb) => ({ status: 'PENDING', reason: '', attempt: eb('attempt', '+', 1) }))
      .where('batch_id', '=', id)
      .where('status', '=', 'FAILED')
      .execute();
  if (to === 'RUNNING')
    await ctx.services.jobs.enqueue<BatchJob>(
      batchJob,
      { organizationId, id },
      { key: `${organizationId}:${id}`, within: executorOf(ctx.db) },
    );
  await ctx.audit({
    action: label,
    targetId: id,
    targetName: `${batch.name}（${batch.batch_no}）`,
    changes: [
      {
        key: 'status',
        label: '状态',
        before: batchStatusLabel(batch.status),
        after: `${batchStatusLabel(to)}：${batch.total_count} 人 ${formatFenGrouped(batch.total_fen)} 元${reason ? `，${reason}` : ''}`,
      },
    ],
  });
  return null;
}
