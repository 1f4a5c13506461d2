/** The list behind both restaurant pages, and the check that a contractor is under contract. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { over } from '../../../kit/server/page/over.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import '../refusals.ts';
import { restaurantFields } from './restaurant-fields.ts';

export const restaurantList = over({ fields: restaurantFields }, 'restaurant as r', {
  version: true,
  columns: {
    deviceCount: sql`(select count(*)::int from deploy_site s
      join device d on d.organization_id = s.organization_id and d.deploy_site_id = s.id
      where s.organization_id = r.organization_id and s.restaurant_id = r.id)`,
  },
});

/** NO_CONTRACT at `field` unless organization and contractor have a contract in force. */
export async function requireContract(
  ctx: Ctx,
  organizationId: number,
  contractorId: number,
  field: string,
  unit: string,
): Promise<Refusal | undefined> {
  const found = await ctx.db
    .selectFrom('contract_site')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('contractor_id', '=', contractorId)
    .where('status', '=', 'ACTIVE')
    .limit(1)
    .executeTakeFirst();
  return found ? undefined : refuse('NO_CONTRACT', { unit }, { [field]: `与${unit}没有生效的合同` });
}
