/** What was paid outside the purses, by day, channel and restaurant: out of the ledger's channel lines of trades. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { keptFee } from '../../funding/public.server.ts';
import { businessDayEnd } from '../../wallet/public.server.ts';

export interface ThirdPartyRow extends Record<string, unknown> {
  id: number;
  businessDate: string;
  channel: string;
  restaurantId: number;
  restaurantName: string;
  count: number;
  amountFen: number;
  refundCount: number;
  refundFen: number;
  feeFen: number;
}

/** Rows of the filter, newest day first. A fee stands on the day of its payment, given back or not. */
export async function thirdPartyRows(ctx: Ctx, search: Search): Promise<ThirdPartyRow[]> {
  const [from, to] = (Array.isArray(search.businessDate) ? search.businessDate : [null, null]) as (string | null)[];
  let query = ctx.db
    .selectFrom('trade as c')
    .innerJoin('ledger_entry as e', (on) =>
      on
        .onRef('e.organization_id', '=', 'c.organization_id')
        .onRef('e.business_date', '=', 'c.business_date')
        .onRef('e.posting_id', '=', 'c.id'),
    )
    .leftJoin('third_trade as t', (on) =>
      on.onRef('t.organization_id', '=', 'c.organization_id').onRef('t.posting_id', '=', 'c.id'),
    )
    .leftJoin('restaurant as r', (on) =>
      on.onRef('r.organization_id', '=', 'c.organization_id').onRef('r.id', '=', 'c.restaurant_id'),
    )
    .select([
      'c.business_date as businessDate',
      sql<string>`upper(substr(e.account, 9))`.as('channel'),
      'c.restaurant_id as restaurantId',
      sql<string>`coalesce(r.name, '未分餐厅')`.as('restaurantName'),
      sql<number>`count(*) filter (where e.amount_fen < 0)::int`.as('count'),
      sql<number>`coalesce(sum(-e.amount_fen) filter (where e.amount_fen < 0), 0)::bigint`.as('amountFen'),
      sql<number>`count(*) filter (where e.amount_fen > 0)::int`.as('refundCount'),
      sql<number>`coalesce(sum(e.amount_fen) filter (where e.amount_fen > 0), 0)::bigint`.as('refundFen'),
      sql<number>`coalesce(sum(${keptFee}) filter (where e.amount_fen < 0), 0)::bigint`.as('feeFen'),
    ])
    .where('c.third_fen', '>', 0)
    .where(sql<boolean>`e.account like 'channel:%'`)
    .groupBy(['c.business_date', sql`upper(substr(e.account, 9))`, 'c.restaurant_id', 'r.name'])
    .orderBy('c.business_date', 'desc')
    .orderBy('channel')
    .orderBy('c.restaurant_id');
  if (from) query = query.where('c.business_date', '>=', from);
  if (to)
    query = query
      .where('c.business_date', '<=', to)
      .where('c.occurred_at', '<', isoAt(businessDayEnd(to.slice(0, 10))));
  const channels = search.channel === undefined || search.channel === null ? [] : [search.channel].flat();
  if (channels.length > 0)
    query = query.where(sql<boolean>`upper(substr(e.account, 9)) = any(${channels as string[]}::text[])`);
  const restaurants =
    search.restaurantId === undefined || search.restaurantId === null ? [] : [search.restaurantId].flat();
  if (restaurants.length > 0)
    query = query.where(sql<boolean>`c.restaurant_id = any(${restaurants as number[]}::bigint[])`);
  return (await query.execute()).map((row, i) => ({ ...row, id: i + 1 }));
}
