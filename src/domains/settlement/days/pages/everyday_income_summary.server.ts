import { sql } from 'kysely';
import type { Notice } from '../../../../kit/define/page.ts';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { over, summed } from '../../../../kit/server/page/over.ts';
import { managedRestaurants, nameWithin, organizationName } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import { incomeRows } from '../income-rows.ts';
import spec, { settledDays } from './everyday_income_summary.page.ts';

function asked(search: Search) {
  const [from, to] = Array.isArray(search.businessDate) ? (search.businessDate as (string | null)[]) : [null, null];
  const idsOf = (value: unknown) => [value].flat().filter((id) => typeof id === 'number');
  return { from, to, units: idsOf(search.organizationId), caterers: idsOf(search.contractorId) };
}

/** What contract days and fees come to by themselves; a search for a restaurant, or some to look after, is a part of either. */
async function dueFen(ctx: Ctx, search: Search): Promise<number | undefined> {
  if (search.restaurantId || search.restaurantName || managedRestaurants(ctx)) return undefined;
  const { from, to, units, caterers } = asked(search);
  let days = ctx.db
    .selectFrom('settle_day as d')
    .select(sql<number>`coalesce(sum(d.contractor_fen), 0)::bigint`.as('fen'))
    .where('d.contract_id', '<>', 0);
  let fees = ctx.db
    .selectFrom('unit_posting as p')
    .innerJoin('unit_entry as e', 'e.posting_id', 'p.id')
    .select(sql<number>`coalesce(sum(e.amount_fen), 0)::bigint`.as('fen'))
    .where('p.kind', '=', 'MANAGE_FEE')
    .where('e.unit_type', '=', 'CONTRACTOR');
  if (from) {
    days = days.where('d.business_date', '>=', from);
    fees = fees.where('p.bucket_date', '>=', from);
  }
  if (to) {
    days = days.where('d.business_date', '<=', to);
    fees = fees.where('p.bucket_date', '<=', to);
  }
  if (units.length > 0) {
    days = days.where('d.organization_id', 'in', units);
    fees = fees.where('p.organization_id', 'in', units);
  }
  if (caterers.length > 0) {
    days = days.where('d.contractor_id', 'in', caterers);
    fees = fees.where('p.contractor_id', 'in', caterers);
  }
  const [day, fee] = await Promise.all([days.executeTakeFirstOrThrow(), fees.executeTakeFirstOrThrow()]);
  return day.fen + fee.fen;
}

/** Days of the period that stand as a whole: a search for a restaurant does not find them. */
async function wholeDays(ctx: Ctx, search: Search): Promise<Notice | null> {
  if (managedRestaurants(ctx)) return null;
  const { from, to, units, caterers } = asked(search);
  let query = ctx.db
    .selectFrom('settle_place_day as p')
    .select([
      sql<number>`count(*)::int`.as('n'),
      sql<string | null>`min(p.business_date)::text`.as('first'),
      sql<string | null>`max(p.business_date)::text`.as('last'),
      sql<number>`count(*) filter (where p.looked_at is null)::int`.as('coming'),
    ])
    .where('p.whole', '=', true)
    .where('p.contract_id', '<>', 0);
  if (from) query = query.where('p.business_date', '>=', from);
  if (to) query = query.where('p.business_date', '<=', to);
  if (units.length > 0) query = query.where('p.organization_id', 'in', units);
  if (caterers.length > 0) query = query.where('p.contractor_id', 'in', caterers);
  const { n, first, last, coming } = await query.executeTakeFirstOrThrow();
  if (n === 0) return null;
  const then = coming > 0 ? `，其中 ${coming} 个每小时分开一批` : '；这些天的账后来改过，分不开了';
  return {
    tone: 'info',
    text: `${first} 至 ${last} 有 ${n} 个合同日是按整天结算的，没有分到餐厅：合计包含它们，按餐厅查询不包含${then}。`,
  };
}

export default bind(spec, {
  list: over(
    spec,
    summed('s', (db, ctx) => incomeRows(db, managedRestaurants(ctx))),
    {
      columns: {
        placeNo: 's.restaurant_id',
        restaurantName: nameWithin('restaurant', 's.organization_id', 's.restaurant_id'),
        dueFen: sql`(s.eaten_fen + s.third_fen + s.shop_fen)`,
        incomeFen: null,
      },
      // A unit whose contract is over is named beside the days it was served.
      names: { organizationId: organizationName('s.organization_id') },
    },
  ),
  notice: wholeDays,
  proof: {
    reads: {
      eatenFen: 'settle_place_day.eaten_fen',
      thirdFen: 'settle_place_day.third_fen',
      shopFen: 'settle_place_day.shop_fen',
      feeFen: 'settle_place_day.fee_fen',
      serviceFen: 'settle_place_day.service_fen',
      shareFen: 'settle_place_day.share_fen',
      contractorFen: 'settle_place_day.contractor_fen',
      manageFen: 'unit_entry of MANAGE_FEE',
    },
    held: { [settledDays]: dueFen },
  },
});
