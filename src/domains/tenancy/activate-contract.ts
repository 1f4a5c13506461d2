/** DRAFT → ACTIVE: the organization opens its data and restaurants to the contractor. */
import { sql } from 'kysely';
import { dateAt, isoAt } from '../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../kit/server/context.ts';
import type { ActionInput, RowValues } from '../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../kit/server/refusal.ts';
import './refusals.ts';

/** The first of the contract's restaurants that another contract in force covers. */
async function takenRestaurant(ctx: Ctx, organizationId: number, row: RowValues): Promise<string | undefined> {
  const found = await sql<{ name: string }>`
    select r.name from restaurant r join contract_site s on s.organization_id = r.organization_id
      and s.status = 'ACTIVE' and s.id <> ${row.id} and r.id = any(s.restaurant_ids)
    where r.organization_id = ${organizationId} and r.id = any(${row.restaurantIds}::bigint[]) limit 1`.execute(ctx.db);
  return found.rows[0]?.name;
}

/**
 * Brings drafts into force; the engine has checked their state. Refused when a school has not confirmed that its
 * canteen may be contracted out (compliance F12), the term is over, or a restaurant is already under contract.
 */
export async function activateContract(ctx: Ctx, { rows, values }: ActionInput): Promise<null | Refusal> {
  const organizationId = ownOrganization(ctx);
  const today = dateAt(ctx.clock.now());
  // One activation at a time per organization, so that two contracts cannot take one restaurant.
  const { kind } = await ctx.db
    .selectFrom('organization')
    .select('kind')
    .where('id', '=', organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (kind === 'SCHOOL' && values.schoolChecked !== true)
    return refuse('SCHOOL_CHECK', {}, { schoolChecked: '请先核实并勾选' });
  for (const row of rows) {
    if (String(row.endDate) < today) return refuse('CONTRACT_OVER', { date: String(row.endDate) });
    const taken = await takenRestaurant(ctx, organizationId, row);
    if (taken) return refuse('RESTAURANT_TAKEN', { name: taken });
    const at = isoAt(ctx.clock.now());
    const done = await sql`update contract_site set status = 'ACTIVE', version = version + 1, updated_at = ${at}
      where organization_id = ${organizationId} and id = ${row.id} and status = 'DRAFT'`.execute(ctx.db);
    if (done.numAffectedRows !== 1n) return refuse('STALE');
    await sql`update restaurant set contractor_id = ${row.contractorId}, version = version + 1, updated_at = ${at}
      where organization_id = ${organizationId} and id = any(${row.restaurantIds}::bigint[])`.execute(ctx.db);
    await ctx.audit({
      action: '签约生效',
      targetId: row.id,
      targetName: String(row.contractorName),
      changes: [{ key: 'status', label: '状态', before: 'DRAFT', after: 'ACTIVE' }],
    });
  }
  ctx.services.sessionCache.forget();
  return null;
}
