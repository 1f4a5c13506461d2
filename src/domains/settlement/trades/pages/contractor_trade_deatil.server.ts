import { sql } from 'kysely';
import { addDays } from '../../../../kit/server/clock.ts';
import type { Ctx } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { managedRestaurants, ownContractor } from '../../../tenancy/public.server.ts';
import { businessDay } from '../../../wallet/public.server.ts';
import '../../tables.ts';
import { tradeParts } from '../trade-parts.ts';
import spec from './contractor_trade_deatil.page.ts';

/** Most days in one look: trades are read whole, day by day. */
const mostDays = 31;

const idsOf = (value: unknown): number[] | null =>
  Array.isArray(value) ? value.map(Number) : value ? [Number(value)] : null;
const wordsOf = (value: unknown): string[] | null =>
  Array.isArray(value) ? value.map(String) : value ? [String(value)] : null;

/** The days asked for; at most a month, the last one asked for being the end. */
function daysOf(ctx: Ctx, { businessDate }: Search): { from: string; to: string } {
  const [from, to] = (Array.isArray(businessDate) ? businessDate : [null, null]) as [string | null, string | null];
  const last = to ?? businessDay(ctx.clock.now());
  const first = addDays(last, 1 - mostDays);
  return { from: from && from > first ? from : first, to: last };
}

/** A caterer asks for its own alone, whatever it searches: trades are read by SQL that knows no scope. */
const asked = (ctx: Ctx, search: Search) => ({
  ...daysOf(ctx, search),
  contractorIds: ctx.session.unitType === 'CONTRACTOR' ? [ownContractor(ctx)] : idsOf(search.contractorId),
  organizationIds: idsOf(search.organizationId),
});

/** What the contract days of the search are due to contractors; days that run are not settled yet, then nothing is said. */
async function dueFen(ctx: Ctx, search: Search): Promise<number | undefined> {
  const { from, to, contractorIds, organizationIds } = asked(ctx, search);
  if (wordsOf(search.status) || search.restaurantId || managedRestaurants(ctx) || to >= businessDay(ctx.clock.now()))
    return undefined;
  let query = ctx.db
    .selectFrom('settle_day')
    .select([
      sql<number>`coalesce(sum(contractor_fen), 0)::bigint`.as('fen'),
      sql<boolean>`coalesce(bool_or(topped_fen <> 0), false)`.as('topped'),
    ])
    .where('contract_id', '<>', 0)
    .where('business_date', '>=', from)
    .where('business_date', '<=', to);
  if (contractorIds) query = query.where('contractor_id', 'in', contractorIds);
  if (organizationIds) query = query.where('organization_id', 'in', organizationIds);
  const { fen, topped } = await query.executeTakeFirstOrThrow();
  // What was topped up is no trade's.
  return topped ? undefined : fen;
}

export default bind(spec, {
  rows: async (ctx, search) => {
    const states = wordsOf(search.status);
    const [places, managed] = [idsOf(search.restaurantId), managedRestaurants(ctx)];
    const rows = await tradeParts(sqlOf(ctx.db), asked(ctx, search));
    return rows
      .filter(
        ({ status, restaurantId }) =>
          (states?.includes(status) ?? true) &&
          (places?.includes(restaurantId) ?? true) &&
          (managed?.includes(restaurantId) ?? true),
      )
      .map(({ netFen: _, serviceRatio: __, shareRatio: ___, contractId: ____, ...row }) => ({
        ...row,
        tradeNo: String(row.id),
      }))
      .reverse();
  },
  proof: {
    reads: {
      contractorFen: 'trade, by running split',
      amountFen: 'trade.main_fen',
      correctedFen: 'trade of kind REVERSE',
      offersFen: 'activity_use',
      feeFen: 'third_trade.fee_fen',
      serviceFen: 'contract terms',
      shareFen: 'contract terms',
    },
    held: { 合同日应结: dueFen },
  },
});
