/** 称重消费明细: plates out of the trade items, held against their trades. */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import weighTradeDetail from './weigh-trade-detail.page.ts';

const priced = sql<number>`round(i.quantity::numeric * i.unit_price_fen / 100)::bigint`;

export default bind(weighTradeDetail, {
  list: {
    from: (db) =>
      db
        .selectFrom('trade_item as i')
        .leftJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'i.organization_id').onRef('p.id', '=', 'i.person_id'),
        )
        .leftJoin('restaurant as r', (on) =>
          on.onRef('r.organization_id', '=', 'i.organization_id').onRef('r.id', '=', 'i.restaurant_id'),
        )
        .leftJoin('meal_period as m', (on) =>
          on.onRef('m.organization_id', '=', 'i.organization_id').onRef('m.id', '=', 'i.meal_period_id'),
        )
        .leftJoin('device as d', 'd.id', 'i.device_id')
        .leftJoin('posting_reversed as pr', (on) =>
          on.onRef('pr.organization_id', '=', 'i.organization_id').onRef('pr.posting_id', '=', 'i.trade_id'),
        )
        .where('i.kind', '=', 'WEIGH'),
    id: 'i.id',
    columns: {
      occurredAt: 'i.occurred_at',
      businessDate: 'i.business_date',
      trayNo: 'i.tray_no',
      personName: sql`coalesce(p.name, case when i.trade_id is null then '未知' else '散客' end)`,
      jobNumber: 'p.job_number',
      restaurantId: 'i.restaurant_id',
      deviceId: 'i.device_id',
      mealPeriodId: 'i.meal_period_id',
      name: 'i.name',
      beforeG: 'i.before_g',
      afterG: 'i.after_g',
      grams: 'i.quantity',
      pricePer100gFen: 'i.unit_price_fen',
      amountFen: 'i.amount_fen',
      kcal: 'i.kcal',
      tradeNo: sql`coalesce(i.trade_id::text, '')`,
      status: sql`case when i.status = 'SETTLED' and pr.reversed_fen = pr.amount_fen then 'REFUNDED' else i.status end`,
    },
    names: {
      restaurantId: sql`coalesce(r.name, '未分餐厅')`,
      deviceId: 'd.name',
      mealPeriodId: sql`coalesce(m.name, '非餐时')`,
    },
    check: async (ctx, search) => {
      // A trade is held whole against its plates, whichever of them the filter shows.
      const [from, to] = (Array.isArray(search.businessDate) ? search.businessDate : [null, null]) as (string | null)[];
      let plates = ctx.db
        .selectFrom('trade_item as i')
        .select([
          'i.organization_id',
          'i.trade_id',
          'i.business_date',
          sql<number>`sum(i.amount_fen)::bigint`.as('fen'),
          sql<number>`count(*) filter (where i.amount_fen <> ${priced})::int`.as('wrong'),
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
        .select([
          sql<number>`coalesce(sum(s.wrong), 0)::int`.as('wrong'),
          sql<number>`coalesce(sum(s.fen) filter (where s.trade_id is not null), 0)::bigint`.as('plateFen'),
          sql<number>`coalesce(sum(t.amount_fen), 0)::bigint`.as('tradeFen'),
          sql<number>`(count(*) filter (where t.amount_fen <> s.fen))::int`.as('apart'),
          sql<number>`coalesce(sum(s.fen) filter (where s.trade_id is null), 0)::bigint`.as('openFen'),
        ])
        .executeTakeFirstOrThrow();
      return {
        ok: row.wrong === 0 && row.apart === 0 && row.plateFen === row.tradeFen,
        text: `各项合计 ${formatFenGrouped(row.plateFen)} = 交易实收 ${formatFenGrouped(row.tradeFen)}；金额与克重 × 百克价不符 ${row.wrong} 项；未结算或作废 ${formatFenGrouped(row.openFen)}`,
      };
    },
  },
});
