/** ACTIVE → TERMINATED by either side, with the reason; the contractor loses sight of the organization at once. */
import { sql } from 'kysely';
import { isoAt } from '../../kit/server/clock.ts';
import type { Ctx } from '../../kit/server/context.ts';
import type { ActionInput } from '../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../kit/server/refusal.ts';

export async function terminateContract(ctx: Ctx, { rows, values }: ActionInput): Promise<null | Refusal> {
  for (const row of rows) {
    const done = await sql`
      update contract_site set status = 'TERMINATED', ended_reason = ${values.reason}, version = version + 1,
        updated_at = ${isoAt(ctx.clock.now())}
      where organization_id = ${row.organizationId} and id = ${row.id} and status = 'ACTIVE'`.execute(ctx.db);
    if (done.numAffectedRows !== 1n) return refuse('STALE');
    await ctx.audit({
      action: '终止',
      targetId: row.id,
      targetName: `${row.contractorName} × ${row.organizationName}`,
      changes: [
        { key: 'status', label: '状态', before: 'ACTIVE', after: 'TERMINATED' },
        { key: 'endedReason', label: '终止原因', before: null, after: values.reason },
      ],
    });
  }
  ctx.services.sessionCache.forget();
  return null;
}
