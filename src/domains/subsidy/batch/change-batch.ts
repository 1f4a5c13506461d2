/** 提交审核, 审核通过, 退回, 作废, 重新校验, 停止 and 重试: each one transition of the table in batch-states. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { checkJob, enqueueWith, runJob } from '../jobs.ts';
import { subsidyRefusals } from '../refusals.ts';
import type { SubsidyBatchRow } from '../tables.ts';
import { type BatchEvent, batchMay, batchStatusLabel, batchTransitions, wrongHand } from './batch-states.ts';

export interface BatchChange {
  /** Why: for 退回 and 作废. */
  reason?: string;
  /** The total the clerk knows from her own sheet: for 提交审核. */
  controlCount?: number;
  controlFen?: number;
}

/** When the run of a batch may begin: five past midnight of its day. */
export function runAt(grantOn: string): string {
  return `${grantOn}T00:05:00+08:00`;
}

function notNow(event: BatchEvent, batch: SubsidyBatchRow, ctx: Ctx, change: BatchChange): Refusal | undefined {
  const { label } = batchTransitions[event];
  if (!batchMay(event, batch.status))
    return refuse(subsidyRefusals.SUBSIDY_BATCH_STATE, {
      no: batch.batch_no,
      state: batchStatusLabel(batch.status),
      action: label,
    });
  if (wrongHand(event, batch.creator_id, ctx.session.accountId))
    return refuse(subsidyRefusals.SUBSIDY_OWN_BATCH, { name: batch.creator_name });
  if (event !== 'submit') return undefined;
  if (batch.total_count === 0)
    return refuse(subsidyRefusals.SUBSIDY_NOTHING_TO_POST, { no: batch.batch_no, action: label });
  const { controlCount = -1, controlFen = -1 } = change;
  if (controlCount === batch.total_count && controlFen === batch.total_fen) return undefined;
  return refuse(subsidyRefusals.SUBSIDY_CONTROL_TOTAL, {
    count: controlCount,
    fen: formatFenGrouped(controlFen),
    batchCount: batch.total_count,
    batchFen: formatFenGrouped(batch.total_fen),
    difference: formatFenGrouped(controlFen - batch.total_fen),
  });
}

/** What the transition writes besides status and version. */
function written(event: BatchEvent, ctx: Ctx, at: string, change: BatchChange): Partial<SubsidyBatchRow> {
  const { accountId, name } = ctx.session;
  switch (event) {
    case 'submit':
      return { submitted_at: at, audit_reason: null };
    case 'approve':
      return { auditor_id: accountId, auditor_name: name, audited_at: at, audit_reason: null };
    case 'reject':
    case 'void':
      return { audit_reason: change.reason ?? '' };
    case 'stop':
      return { stop_requested: true };
    case 'retry':
      return { failed_count: 0, failed_fen: 0, stop_requested: false };
    default:
      return { error: null };
  }
}

async function follow(event: BatchEvent, ctx: Ctx, batch: SubsidyBatchRow): Promise<void> {
  const job = { organizationId: batch.organization_id, id: batch.id };
  if (event === 'recheck') await enqueueWith(ctx, checkJob, job);
  if (event === 'approve')
    await enqueueWith(ctx, runJob, job, batch.grant_on > dateAt(ctx.clock.now()) ? runAt(batch.grant_on) : undefined);
  if (event !== 'retry') return;
  await ctx.db
    .updateTable('subsidy_item')
    .set((eb) => ({ status: 'PENDING', reason: '', attempt: eb('attempt', '+', 1) }))
    .where('batch_id', '=', batch.id)
    .where('status', '=', 'FAILED')
    .execute();
  await enqueueWith(ctx, runJob, job);
}

/** Moves a batch by one event, audited. Runs in the command's transaction. */
export async function changeBatch(
  ctx: Ctx,
  event: Exclude<BatchEvent, 'check' | 'start' | 'finish' | 'expire'>,
  id: number,
  change: BatchChange = {},
): Promise<Refusal | null> {
  const batch = await ctx.db
    .selectFrom('subsidy_batch')
    .selectAll()
    .where('organization_id', '=', ownOrganization(ctx))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!batch) return refuse('NOT_FOUND');
  const no = notNow(event, batch, ctx, change);
  if (no) return no;
  const transition = batchTransitions[event];
  const status = transition.to[0];
  const at = isoAt(ctx.clock.now());
  await ctx.db
    .updateTable('subsidy_batch')
    .set((eb) => ({ ...written(event, ctx, at, change), status, updated_at: at, version: eb('version', '+', 1) }))
    .where('organization_id', '=', batch.organization_id)
    .where('id', '=', id)
    .execute();
  await follow(event, ctx, batch);
  await ctx.audit({
    action: transition.label,
    targetId: id,
    targetName: `${batch.name}（${batch.batch_no}）`,
    changes: [
      { key: 'status', label: '状态', before: batchStatusLabel(batch.status), after: batchStatusLabel(status) },
      ...(event === 'submit' || event === 'approve'
        ? [
            {
              key: 'totalFen',
              label: '合计',
              before: null,
              after: `${batch.total_count} 人 ${formatFenGrouped(batch.total_fen)} 元`,
            },
          ]
        : []),
      ...(change.reason ? [{ key: 'reason', label: '原因', before: null, after: change.reason }] : []),
    ],
  });
  return null;
}
