/** A restaurant changes hands from its own form: from whom and to whom, by the contract in force. */
import type { Ctx } from '../../../kit/server/context.ts';
import { beginTerm, endTerm, writingOf } from '../contracts/terms.ts';

/** `contractorId` runs it from now on under its contract in force, which the caller has asked for; null: the organization itself. */
export async function runBy(
  ctx: Ctx,
  organizationId: number,
  restaurantId: number,
  contractorId: number | null,
): Promise<void> {
  ctx.services.sessionCache.forget();
  if (contractorId === null) return endTerm(writingOf(ctx), organizationId, restaurantId);
  const contract = await ctx.db
    .selectFrom('contract_site')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('contractor_id', '=', contractorId)
    .where('status', '=', 'ACTIVE')
    .orderBy('start_date')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await beginTerm(writingOf(ctx), contract, restaurantId);
}
