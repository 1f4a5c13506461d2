/** What was paid outside the purses, by day, channel and restaurant: out of the ledger's channel lines of trades. */
import { sql } from 'kysely';
import { isoAt } from '../../kit/server/clock.ts';
import type { Ctx } from '../../kit/server/context.ts';
import type { Search } from '../../kit/server/page/binding.ts';
import { businessDayEnd } from '../wallet/business-day.ts';

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
  netFen: number;
}

/** What the channel keeps of a payment for good: its fee less what it gave back with refunds. */
const keptFee = sql`coalesce(tt.fee_fen, 0) - coalesce((select sum(f.fee_fen) from third_refund f
  where f.organization_id = tt.organization_id and f.third_trade_id = tt.id and f.status = 'SUCCESS'), 0)`;

/** Rows of the filter, newest day first. A fee stands on the day of its payment, given back or not. */
export async function thirdPartyRows(ctx: Ctx, search: Search): Promise<ThirdPartyRow[]> {
  const [from, to] = (Array.isArray(search.businessDate) ? search.businessDate : [null, null]) as (string | null)[];
  let query = ctx.db
    .selectFrom('trade as t')
    .innerJoin('ledger_entry as e', (on) =>
      on
        .onRef('e.organization_id', '=', 't.organization_id')
        .onRef('e.business_date', '=', 't.business_date')
        .onRef('e.posting_id', '=', 't.id'),
    )
    .leftJoin('third_trade as tt', (on) =>
      on.onRef('tt.organization_id', '=', 't.organization_id').onRef('tt.posting_id', '=', 't.id'),
    )
    .leftJoin('restaurant as r', (on) =>
      on.onRef('r.organization_id', '=', 't.organization_id').onRef('r.id', '=', 't.restaurant_id'),
    )
    .select([
      't.business_date as businessDate',
      sql<string>`upper(substr(e.account, 9))`.as('channel'),
      't.restaurant_id as restaurantId',
      sql<string>`coalesce(r.name, '未分餐厅')`.as('restaurantName'),
      sql<number>`count(*) filter (where e.amount_fen < 0)::int`.as('count'),
      sql<number>`coalesce(sum(-e.amount_fen) filter (where e.amount_fen < 0), 0)::bigint`.as('amountFen'),
      sql<number>`count(*) filter (where e.amount_fen > 0)::int`.as('refundCount'),
      sql<number>`coalesce(sum(e.amount_fen) filter (where e.amount_fen > 0), 0)::bigint`.as('refundFen'),
      sql<number>`coalesce(sum(${keptFee}) filter (where e.amount_fen < 0), 0)::bigint`.as('feeFen'),
    ])
    .where('t.third_fen', '>', 0)
    .where(sql<boolean>`e.account like 'channel:%'`)
    .groupBy(['t.business_date', sql`upper(substr(e.account, 9))`, 't.restaurant_id', 'r.name'])
    .orderBy('t.business_date', 'desc')
    .orderBy('channel')
    .orderBy('t.restaurant_id');
  if (from) query = query.where('t.business_date', '>=', from);
  if (to)
    query = query
      .where('t.business_date', '<=', to)
      .where('t.occurred_at', '<', isoAt(businessDayEnd(to.slice(0, 10))));
  const channels = search.channel === undefined || search.channel === null ? [] : [search.channel].flat();
  if (channels.length > 0)
    query = query.where(sql<boolean>`upper(substr(e.account, 9)) = any(${channels as string[]}::text[])`);
  const restaurants =
    search.restaurantId === undefined || search.restaurantId === null ? [] : [search.restaurantId].flat();
  if (restaurants.length > 0)
    query = query.where(sql<boolean>`t.restaurant_id = any(${restaurants as number[]}::bigint[])`);
  return (await query.execute()).map((row, i) => ({
    ...row,
    id: i + 1,
    netFen: row.amountFen - row.refundFen - row.feeFen,
  }));
}

/** 第三方支付 of the same days and restaurants as the consumption rollups have it, earlier reversals not taken out. */
export async function rolledUpThirdFen(ctx: Ctx, search: Search): Promise<number> {
  const [from, to] = (Array.isArray(search.businessDate) ? search.businessDate : [null, null]) as (string | null)[];
  let query = ctx.db
    .selectFrom('rollup_consume_place as u')
    .select(sql<number>`coalesce(sum(u.third_fen), 0)::bigint`.as('fen'));
  if (from) query = query.where('u.business_date', '>=', from);
  if (to) query = query.where('u.business_date', '<=', to);
  const restaurants =
    search.restaurantId === undefined || search.restaurantId === null ? [] : [search.restaurantId].flat();
  if (restaurants.length > 0)
    query = query.where(sql<boolean>`u.restaurant_id = any(${restaurants as number[]}::bigint[])`);
  return (await query.executeTakeFirstOrThrow()).fen;
}
