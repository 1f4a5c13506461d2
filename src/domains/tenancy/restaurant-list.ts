/** The list behind both restaurant pages, and the check that a contractor is under contract. */
import { sql } from 'kysely';
import type { Ctx } from '../../kit/server/context.ts';
import type { ListSource } from '../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../kit/server/refusal.ts';
import { contractorName, namesWithin, organizationName } from './names.ts';
import './refusals.ts';
import type { restaurantFields } from './restaurant-fields.ts';

export const restaurantList: ListSource<typeof restaurantFields> = {
  from: (db) => db.selectFrom('restaurant as r'),
  id: 'r.id',
  version: 'r.version',
  columns: {
    name: 'r.name',
    kind: 'r.kind',
    organizationId: 'r.organization_id',
    contractorId: 'r.contractor_id',
    seatCount: 'r.seat_count',
    manager: 'r.manager',
    phone: 'r.phone',
    mealPeriodIds: 'r.meal_period_ids',
    consumeMode: 'r.consume_mode',
    deviceCount: sql`(select count(*)::int from deploy_site s
      join device d on d.organization_id = s.organization_id and d.deploy_site_id = s.id
      where s.organization_id = r.organization_id and s.restaurant_id = r.id)`,
    status: 'r.status',
    createdAt: 'r.created_at',
  },
  names: {
    organizationId: organizationName('r.organization_id'),
    contractorId: contractorName('r.contractor_id'),
    mealPeriodIds: namesWithin('meal_period', 'r.organization_id', 'r.meal_period_ids'),
  },
};

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
