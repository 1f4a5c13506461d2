import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { over, summed } from '../../../../kit/server/page/over.ts';
import { nameWithin, organizationName } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import { incomeRows } from '../income-rows.ts';
import spec, { settledDays } from './everyday_income_summary.page.ts';

/** What contract days and fees come to by themselves; a search for a restaurant is a part of either. */
async function dueFen(ctx: Ctx, search: Search): Promise<number | undefined> {
  if (search.restaurantId || search.restaurantName) return undefined;
  const [from, to] = Array.isArray(search.businessDate) ? (search.businessDate as (string | null)[]) : [null, null];
  const idsOf = (value: unknown) => [value].flat().filter((id) => typeof id === 'number');
  const [units, caterers] = [idsOf(search.organizationId), idsOf(search.contractorId)];
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

export default bind(spec, {
  list: over(
    spec,
    summed('s', (db) => incomeRows(db)),
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
