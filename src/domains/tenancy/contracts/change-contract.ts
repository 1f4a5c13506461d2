/** 签约生效 opens the organization's data and restaurants to the contractor; 终止, by either side, closes them at once. */
import { sql } from 'kysely';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { moves } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { tenancyRefusals } from '../refusals.ts';
import type { ContractSiteRow } from '../tables.ts';
import { contractFlow } from './contract-states.ts';
import { refuseShare } from './refuse-ratios.ts';
import { beginTerm, endContract, writingOf } from './terms.ts';

/** The first of the contract's restaurants that another contract in force still covers on a day of this one's term. */
async function takenRestaurant(ctx: Ctx, contract: ContractSiteRow): Promise<string | undefined> {
  const found = await sql<{ name: string }>`
    select r.name from restaurant r join contract_restaurant t on t.organization_id = r.organization_id
      and t.restaurant_id = r.id and t.contract_id <> ${contract.id} and t.to_date > ${businessDay(ctx.clock.now())}::date
      and t.from_date <= ${contract.end_date}::date and t.to_date >= ${contract.start_date}::date
    where r.organization_id = ${contract.organization_id} and r.id = any(${contract.restaurant_ids}::bigint[])
    order by r.id limit 1`.execute(ctx.db);
  return found.rows[0]?.name;
}

/** A restaurant the contract does not cover: top-ups are spent there too, so they cannot be divided by it. */
async function restaurantLeft(ctx: Ctx, contract: ContractSiteRow): Promise<string | undefined> {
  const found = await ctx.db
    .selectFrom('restaurant')
    .select('name')
    .where('organization_id', '=', contract.organization_id)
    .where('status', '=', 'NORMAL')
    .where(sql<boolean>`id <> all(${contract.restaurant_ids}::bigint[])`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return found?.name;
}

/**
 * Refused when a school has not confirmed that its canteen may be contracted out (compliance F12), the term is over, more than the
 * whole of a day would be taken of the contractor, or a restaurant is already under contract.
 */
async function refuseActivation(
  ctx: Ctx,
  contract: ContractSiteRow,
  values: ActionInput['values'],
): Promise<Refusal | undefined> {
  // One activation at a time per organization, so that two contracts cannot take one restaurant.
  const { kind } = await ctx.db
    .selectFrom('organization')
    .select('kind')
    .where('id', '=', contract.organization_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (kind === 'SCHOOL' && values.schoolChecked !== true)
    return refuse('SCHOOL_CHECK', {}, { schoolChecked: '请先核实并勾选' });
  if (contract.end_date < dateAt(ctx.clock.now())) return refuse('CONTRACT_OVER', { date: contract.end_date });
  const over = await refuseShare(ctx, contract.contractor_id, contract.share_ratio);
  if (over) return over;
  const left = contract.split_mode === 'RECHARGE' ? await restaurantLeft(ctx, contract) : undefined;
  if (left !== undefined) return refuse(tenancyRefusals.SPLIT_NEEDS_ALL, { name: left });
  const taken = await takenRestaurant(ctx, contract);
  return taken === undefined ? undefined : refuse('RESTAURANT_TAKEN', { name: taken });
}

export const contractActions = moves(contractFlow, {
  table: 'contract_site',
  name: (_, { contractorName, organizationName }) => `${contractorName} × ${organizationName}`,
  stamped: true,
  check: { activate: refuseActivation },
  write: { terminate: (_, { reason }) => ({ ended_reason: String(reason) }) },
  after: {
    activate: async (ctx, contract) => {
      for (const restaurantId of contract.restaurant_ids) await beginTerm(writingOf(ctx), contract, restaurantId);
      // Who runs a restaurant until a later day goes on running it: the house hands it over when that day comes.
      await sql`update restaurant r set contractor_id = ${contract.contractor_id}, version = r.version + 1,
          updated_at = ${isoAt(ctx.clock.now())}
        where r.organization_id = ${contract.organization_id} and r.id = any(${contract.restaurant_ids}::bigint[])
          and not exists (select 1 from contract_site s where s.organization_id = r.organization_id
            and s.contractor_id = r.contractor_id and s.status = 'ACTIVE' and s.id <> ${contract.id})`.execute(ctx.db);
    },
    terminate: (ctx, contract) => endContract(writingOf(ctx), contract),
  },
  afterAll: async (ctx) => ctx.services.sessionCache.forget(),
});
