import { type SelectQueryBuilder, sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import '../../tables.ts';
import { timeOfDay } from '../../suppliers/first-delivery.ts';
import { approveTyped } from '../approve-typed.ts';
import { changeLine } from '../change-line.ts';
import { boughtWords, lateNow, nextSupplier, priceWords } from '../line-words.ts';
import { centralText } from '../made-goods.ts';
import { followLines, type PlacedOrder, placeOrders } from '../place-orders.ts';
import { purchaseFlow } from '../purchase-states.ts';
import { ranWords, runNeeds } from '../run-needs.ts';
import { dailyPurchase, purchaseNeed, toppedUp } from './supermarket_daily_purchase.page.ts';

const words = (column: string) => sql<string>`stock_qty(${sql.ref(column)}, g.base_unit)`;
const lineMoves = moves(purchaseFlow, {
  table: 'daily_purchase',
  name: (line, row) => `${line.purchase_date} ${String(row.goodsName ?? '')}`,
  stamped: true,
  after: { close: async (ctx, line) => void (await followLines(ctx, line.order_id === null ? [] : [line.order_id])) },
});

const orders = '/admin/contractor/erp/supply_order';
/** Orders named one by one; of more, how many there are. */
const mostNamed = 5;

const waiting = (placed: readonly PlacedOrder[]) => {
  const n = placed.filter(({ waits }) => waits).length;
  return n === 0 ? '' : `，其中 ${n} 张超过采购员限额，由另一人批准以后才算下单`;
};

const placedWords = (placed: readonly PlacedOrder[]) => ({
  text: `已生成 ${placed.length} 张采购单${waiting(placed)}`,
  open: [
    ...placed.slice(0, mostNamed).map(({ id, orderNo }) => ({ label: orderNo, path: `${orders}/record?id=${id}` })),
    ...(placed.length > mostNamed ? [{ label: '全部采购单', path: orders }] : []),
  ],
});

/** Today and the hour beside lines `p`, as a one-row table `clock`: suppliers take orders until some hour of a day. */
const withTime = <D, T extends keyof D>(from: SelectQueryBuilder<D, T, object>, { clock }: Ctx) =>
  from.innerJoin(
    sql<{
      today: string;
      hm: string;
    }>`(select ${dateAt(clock.now())}::date as today, ${timeOfDay(clock.now())}::text as hm)`.as('clock'),
    (on) => on.onTrue(),
  );

const lines = bind(dailyPurchase, {
  list: over(
    dailyPurchase,
    'daily_purchase as p',
    {
      version: true,
      // Whose typed price it is: he does not agree to it himself.
      maker: 'p.typed_id',
      columns: {
        need: sql`case when p.need_qty = 0 and p.least_qty > 0 then ${sql.lit(toppedUp)} else ${words('p.need_qty')} end`,
        onHand: words('p.stock_qty'),
        transit: words('p.transit_qty'),
        onOrder: words('p.ordered_qty'),
        least: sql`case when p.least_qty > 0 then '下限 ' || ${words('p.least_qty')} end`,
        suggest: words('p.suggest_qty'),
        buy: boughtWords,
        extra: sql`case when p.buy_qty > p.need_qty + p.least_qty - p.stock_qty - p.transit_qty - p.ordered_qty
          then stock_qty(p.buy_qty - greatest(0, p.need_qty + p.least_qty - p.stock_qty - p.transit_qty - p.ordered_qty), g.base_unit) end`,
        unitPrice: sql`${priceWords} || case when p.typed_id is not null and p.price_ok_by is null then ' 待批' else '' end`,
        priceState: sql`case when p.typed_id is not null then case when p.price_ok_by is null then 'WAIT' else 'OK' end end`,
        change: sql`(select ((p.price_fen::numeric / p.unit_size - a.fen) * 10000 / nullif(a.fen, 0))::int from (
          select sum(l.amount_fen)::numeric / nullif(sum(l.qty), 0) as fen from receipt r
          join receipt_line l on l.contractor_id = r.contractor_id and l.receipt_id = r.id
          where r.contractor_id = p.contractor_id and l.goods_id = p.goods_id and l.status = 'POSTED' and r.accepted_at >= clock.today - 30) a)`,
        late: lateNow,
        instead: sql`case when ${lateNow} and p.status = 'DRAFT' then ${nextSupplier} end`,
        received: sql`case when p.received_qty > 0 then stock_qty(p.received_qty, g.base_unit) end`,
      },
      names: { goodsId: 'g.name' },
    },
    (from, ctx) =>
      withTime(from, ctx).innerJoin('goods as g', (on) =>
        on.onRef('g.contractor_id', '=', 'p.contractor_id').onRef('g.id', '=', 'p.goods_id'),
      ),
  ),
  notice: async (ctx) => {
    const { open, late, bare, typed, waits } = await withTime(ctx.db.selectFrom('daily_purchase as p'), ctx)
      .where('status', 'in', ['DRAFT', 'WAITING'])
      .select([
        sql<number>`count(*) filter (where status = 'DRAFT')::int`.as('open'),
        sql<number>`count(*) filter (where status = 'DRAFT' and ${lateNow})::int`.as('late'),
        sql<number>`count(*) filter (where status = 'DRAFT' and supplier_id is null)::int`.as('bare'),
        sql<number>`count(*) filter (where status = 'DRAFT' and typed_id is not null and price_ok_by is null)::int`.as(
          'typed',
        ),
        sql<number>`count(*) filter (where status = 'WAITING')::int`.as('waits'),
      ])
      .executeTakeFirstOrThrow();
    const parts = [
      ...(open ? [`${open} 行待下单`] : []),
      ...(late ? [`${late} 行来不及`] : []),
      ...(bare ? [`${bare} 行没有有效价格`] : []),
      ...(typed ? [`${typed} 行手填单价待批`] : []),
      ...(waits ? [`${waits} 行超限待批`] : []),
    ];
    return open + waits === 0 ? null : { tone: late + bare + typed > 0 ? 'warning' : 'info', text: parts.join('，') };
  },
  actions: {
    run: async (ctx, { values }) => {
      const ran = await runNeeds(
        ctx,
        String(values.day),
        Number(values.buffer ?? 0),
        (values.siteIds as number[] | null) ?? [],
      );
      return isRefusal(ran) ? ran : { told: { text: `已算出 ${values.day} 的需求：${ranWords(ran)}` } };
    },
    change: changeLine,
    approvePrice: approveTyped,
    ...lineMoves,
    order: async (ctx, input) => {
      const docs = await ctx.db
        .selectFrom('daily_purchase')
        .selectAll()
        .where('id', 'in', input.ids)
        .orderBy('id')
        .forUpdate()
        .execute();
      const drafts = docs.filter(({ status }) => status === 'DRAFT');
      const placed = await placeOrders(ctx, drafts);
      if (isRefusal(placed)) return placed;
      const waits = new Set(placed.flatMap((order) => (order.waits ? order.lineIds : [])));
      const ids = input.ids.filter((id) => !waits.has(id));
      const moved = ids.length === 0 ? null : await lineMoves.order(ctx, { ...input, ids });
      return isRefusal(moved) ? moved : { told: placedWords(placed) };
    },
  },
});

/** The dishes of a need `n`, one for each line of a recipe that asks for the goods. */
const needDishes = sql<{ nth: number; dish_id: number; portions: number; amount: number }>`lateral (
  select * from unnest(n.dish_ids, n.portions, n.amounts) with ordinality as u (dish_id, portions, amount, nth))`;

const needs = bind(purchaseNeed, {
  list: over(
    purchaseNeed,
    'meal_need as n',
    {
      id: sql`n.id + x.nth`,
      columns: {
        lineId: 'p.id',
        dishName: sql`(select /* wall: a dish the caterer cooks, by its name alone */ d.name from dish d
          where d.organization_id = n.site_id and d.id = x.dish_id)`,
        portions: sql`x.portions`,
        siteName: sql`(select /* wall: the place of the need, by its name alone */ o.name from organization o where o.id = n.site_id)`,
        mealName: sql`(select m.name from meal_period m where m.organization_id = n.site_id and m.id = n.meal_period_id)`,
        qtyWords: sql`stock_qty(ceil(x.amount - 1e-6)::bigint, g.base_unit)`,
        viaName: sql`(select v.name from goods v where v.contractor_id = n.contractor_id and v.id = n.via_id)`,
      },
    },
    (from) =>
      from
        .innerJoin(needDishes.as('x'), (on) => on.onTrue())
        .innerJoin('goods as g', (on) =>
          on.onRef('g.contractor_id', '=', 'n.contractor_id').onRef('g.id', '=', 'n.goods_id'),
        )
        .innerJoin('daily_purchase as p', (on) =>
          on
            .onRef('p.contractor_id', '=', 'n.contractor_id')
            .onRef('p.purchase_date', '=', 'n.purchase_date')
            .onRef('p.goods_id', '=', 'n.goods_id'),
        )
        .innerJoin('storehouse as h', (on) =>
          on.onRef('h.contractor_id', '=', 'p.contractor_id').onRef('h.id', '=', 'p.storehouse_id'),
        )
        .where(
          sql<boolean>`case when ${sql.raw(centralText('n', 'g'))} then g.supply = 'CENTRAL' or h.site_id is null else h.site_id = n.site_id end`,
        ),
  ),
});

export default [lines, needs];
