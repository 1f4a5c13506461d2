/** 称重消费明细: plates out of the trade items, held against their trades. */
import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import weighTradeDetail from './weigh-trade-detail.page.ts';

const priced = sql<number>`round(i.quantity::numeric * i.unit_price_fen / 100)::bigint`;

/** What the trades of the plates were paid, with the plates that no trade has; undefined where some plates are left out. */
async function paidOrOpen(ctx: Ctx, { businessDate, ...more }: Search): Promise<number | undefined> {
  if (
    Object.values(more).some((value) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
  )
    return undefined;
  const [from, to] = (Array.isArray(businessDate) ? businessDate : [null, null]) as (string | null)[];
  let plates = ctx.db
    .selectFrom('trade_item as i')
    .select([
      'i.organization_id',
      'i.trade_id',
      'i.business_date',
      sql<number>`coalesce(sum(i.amount_fen) filter (where i.trade_id is null), 0)::bigint`.as('open_fen'),
    ])
    .where('i.kind', '=', 'WEIGH')
    .groupBy(['i.organization_id', 'i.trade_id', 'i.business_date']);
  if (from) plates = plates.where('i.business_date', '>=', from);
  if (to) plates = plates.where('i.business_date', '<=', to);
  const row = await ctx.db
    .selectFrom(plates.as('s'))
    .leftJoin('trade as t', (on) =>
      on
        .onRef('t.organization_id', '=', 's.organization_id')
        .onRef('t.id', '=', 's.trade_id')
        .onRef('t.business_date', '=', 's.business_date'),
    )
    .select(sql<number>`coalesce(sum(coalesce(t.amount_fen, 0) + s.open_fen), 0)::bigint`.as('fen'))
    .executeTakeFirstOrThrow();
  return row.fen;
}

export default bind(weighTradeDetail, {
  list: over(
    weighTradeDetail,
    'trade_item as i',
    {
      none: { restaurantId: '未分餐厅', mealPeriodId: '非餐时' },
      columns: {
        personName: sql`coalesce(p.name, case when i.trade_id is null then '未知' else '散客' end)`,
        jobNumber: 'p.job_number',
        grams: 'i.quantity',
        pricePer100gFen: 'i.unit_price_fen',
        pricedFen: priced,
        tradeNo: sql`coalesce(i.trade_id::text, '')`,
        status: sql`case when i.status = 'SETTLED' and pr.reversed_fen = pr.amount_fen then 'REFUNDED' else i.status end`,
      },
    },
    (from) =>
      from
        .leftJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'i.organization_id').onRef('p.id', '=', 'i.person_id'),
        )
        .leftJoin('posting_reversed as pr', (on) =>
          on.onRef('pr.organization_id', '=', 'i.organization_id').onRef('pr.posting_id', '=', 'i.trade_id'),
        )
        .where('i.kind', '=', 'WEIGH'),
  ),
  proof: {
    reads: { amountFen: 'trade_item.amount_fen', pricedFen: ['trade_item.quantity', 'trade_item.unit_price_fen'] },
    held: { 交易实收与未结算合计: paidOrOpen },
  },
});
