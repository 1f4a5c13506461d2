/** 审核 of a clearing that waits: a second person starts it over what is due by then, or turns it down. */
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { moveEntry, refuseMove } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { subsidyRefusals } from '../refusals.ts';
import type { GrantPurse } from '../units.ts';
import { lockClearings, plantLots } from './open-run.ts';
import { clearFlow } from './run-states.ts';

interface WaitingRun {
  run_no: string;
  purse: GrantPurse;
  batch_id: number | null;
  maker_id: number | null;
  maker_name: string;
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
  return ctx.db.transaction().execute(async (trx): Promise<{ id: number; count: number } | Refusal | null> => {
    const client = sqlOf(trx);
    const { rows } = await client.query<WaitingRun>(
      `select run_no, purse, batch_id, maker_id, maker_name, status from subsidy_clear_run
        where organization_id = $1 and id = $2 for update`,
      [organizationId, id],
    );
    const [run] = rows;
    if (!run) return refuse('NOT_FOUND');
    const running = await lockClearings(client, organizationId, run.purse);
    const event = accept ? 'approve' : 'reject';
    const no = refuseMove(ctx, clearFlow, event, run, run.run_no);
    if (no) return no;
    const own = run.maker_id === ctx.session.accountId;
    if (accept && running) return refuse(subsidyRefusals.SUBSIDY_CLEAR_RUNNING, { no: running });
    const asOf = businessDay(now);
    const lots = { organizationId, id, purse: run.purse, asOf, batchId: run.batch_id, makerName: run.maker_name };
    const count = accept ? await plantLots(client, ctx.services, lots) : 0;
    if (accept && count === 0) return refuse(subsidyRefusals.SUBSIDY_NOTHING_DUE);
    await client.query(
      `update subsidy_clear_run set status = $3, as_of = $4, checker_id = $5, checker_name = $6, checked_at = $7, version = version + 1,
         total_count = case when $8 then $9 else total_count end
       where organization_id = $1 and id = $2`,
      [
        organizationId,
        id,
        clearFlow.moves[event].to,
        asOf,
        own ? null : ctx.session.accountId,
        own ? '' : ctx.session.name,
        isoAt(now),
        accept,
        count,
      ],
    );
    await auditInto(ctx, client, moveEntry(clearFlow, event, { id, status: run.status }, run.run_no));
    return accept ? { id, count } : null;
  });
}
