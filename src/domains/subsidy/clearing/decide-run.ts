/** 审核 of a clearing that waits: a second person starts it over what is due by then, or turns it down. */
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/business-day.ts';
import { subsidyRefusals } from '../refusals.ts';
import { lockClearings, plantLots } from './open-run.ts';

interface WaitingRun {
  run_no: string;
  batch_id: number | null;
  creator_id: number | null;
  creator_name: string;
  status: string;
}

/** The run when it was started, null when it was turned down. Refused: one's own, decided already, nothing due any more. */
export async function decideClearRun(
  ctx: Ctx,
  id: number,
  accept: boolean,
): Promise<{ id: number; count: number } | Refusal | null> {
  const organizationId = ownOrganization(ctx);
  const now = ctx.clock.now();
  return inTransaction<{ id: number; count: number } | Refusal | null>(ctx.services.pool, async (client) => {
    const running = await lockClearings(client, organizationId);
    const { rows } = await client.query<WaitingRun>(
      `select run_no, batch_id, creator_id, creator_name, status from subsidy_clear_run
        where organization_id = $1 and id = $2 for update`,
      [organizationId, id],
    );
    const [run] = rows;
    if (!run) return refuse('NOT_FOUND');
    if (run.status !== 'SUBMITTED') return refuse(subsidyRefusals.SUBSIDY_CLEAR_DECIDED, { no: run.run_no });
    const own = run.creator_id === ctx.session.accountId;
    if (accept && own) return refuse(subsidyRefusals.SUBSIDY_OWN_CLEAR, { name: run.creator_name });
    if (accept && running) return refuse(subsidyRefusals.SUBSIDY_CLEAR_RUNNING, { no: running });
    const asOf = businessDay(now);
    const lots = { organizationId, id, asOf, batchId: run.batch_id, creatorName: run.creator_name };
    const count = accept ? await plantLots(client, ctx.services, lots) : 0;
    if (accept && count === 0) return refuse(subsidyRefusals.SUBSIDY_NOTHING_DUE);
    await client.query(
      `update subsidy_clear_run set status = $3, as_of = $4, auditor_id = $5, auditor_name = $6, audited_at = $7,
         total_count = case when $8 then $9 else total_count end
       where organization_id = $1 and id = $2`,
      [
        organizationId,
        id,
        accept ? 'RUNNING' : 'REJECTED',
        asOf,
        own ? null : ctx.session.accountId,
        own ? null : ctx.session.name,
        isoAt(now),
        accept,
        count,
      ],
    );
    await auditInto(ctx, client, {
      action: accept ? '审核补贴清零' : '驳回补贴清零',
      targetId: id,
      targetName: run.run_no,
      changes: [{ key: 'status', label: '状态', before: '待审核', after: accept ? '执行中' : '已驳回' }],
    });
    return accept ? { id, count } : null;
  });
}
