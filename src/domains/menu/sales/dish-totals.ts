/** What was sold of each dish over some days: portions, money, what was given back, what it cost, how it was liked. */
import { type RawBuilder, sql } from 'kysely';
import { basisPoints } from '../../../kit/define/fen.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { within } from './asked.ts';
import { bookedTrade, orderFen, portionState, returnedQty, standingLine, tillFen } from './portion-sql.ts';

/** Score from which somebody liked it. */
const liked = 4;

interface Sold {
  organizationId: number;
  /** 0 where the till knows no number of the dish. */
  dishId: number;
  name: string;
  qty: number;
  fen: number;
  /** Fen the portions come to by their prices, and what of it was given back. */
  gross: number;
  back: number;
  returned: number;
  /** Fen that the portions cost by what their menu kept, as far as known; portions of which it is not. */
  cost: number;
  uncosted: number;
}

/** Cost of portions by the menu item `n`: known only where every line of its recipe had a price. */
const costOf = (qty: RawBuilder<unknown>) => [
  sql<number>`coalesce(sum(${qty} * n.cost_fen) filter (where n.unpriced = 0), 0)::bigint`.as('cost'),
  sql<number>`coalesce(sum(${qty}) filter (where n.cost_fen is null or n.unpriced is distinct from 0), 0)::bigint`.as(
    'uncosted',
  ),
];

const fenOf = ({ net, gross, back }: Record<'net' | 'gross' | 'back', RawBuilder<number>>) => [
  sql<number>`coalesce(sum(${net}), 0)::bigint`.as('fen'),
  sql<number>`coalesce(sum(${gross}), 0)::bigint`.as('gross'),
  sql<number>`coalesce(sum(${back}), 0)::bigint`.as('back'),
];

async function byOrders(ctx: Ctx, search: Search): Promise<Sold[]> {
  const picked = sql`(case when ${portionState} = 'PICKED' then x.qty else 0 end)`;
  const rows = await ctx.db
    .selectFrom('meal_order_item as x')
    .innerJoin('meal_order as o', standingLine)
    .leftJoin('trade as t', bookedTrade)
    .leftJoin('food_menu_item as n', (on) =>
      on.onRef('n.organization_id', '=', 'x.organization_id').onRef('n.id', '=', 'x.menu_item_id'),
    )
    .where('x.dish_id', 'is not', null)
    .where('o.status', 'in', ['EATEN', 'REFUNDED'])
    .where(within(search, { table: 'x', day: 'dining_date' }))
    .groupBy(['x.organization_id', 'x.dish_id'])
    .select([
      'x.organization_id as organizationId',
      sql<number>`x.dish_id`.as('dishId'),
      sql<string>`max(x.name)`.as('name'),
      sql<number>`sum(${picked})::bigint`.as('qty'),
      ...fenOf(orderFen),
      sql<number>`(sum(x.qty) - sum(${picked}))::bigint`.as('returned'),
      ...costOf(picked),
    ])
    .execute();
  return rows as Sold[];
}

async function byTills(ctx: Ctx, search: Search): Promise<Sold[]> {
  const kept = sql`(l.quantity - ${returnedQty})`;
  const rows = await ctx.db
    .selectFrom('trade_item as l')
    .innerJoin('trade as t', (on) =>
      on
        .onRef('t.organization_id', '=', 'l.organization_id')
        .onRef('t.id', '=', 'l.trade_id')
        .onRef('t.business_date', '=', 'l.business_date'),
    )
    .leftJoin('posting_reversed as v', (on) =>
      on.onRef('v.organization_id', '=', 'l.organization_id').onRef('v.posting_id', '=', 'l.trade_id'),
    )
    .leftJoin('food_menu_item as n', (on) =>
      on
        .onRef('n.organization_id', '=', 'l.organization_id')
        .onRef('n.menu_date', '=', 'l.business_date')
        .onRef('n.restaurant_id', '=', 'l.restaurant_id')
        .onRef('n.meal_period_id', '=', 'l.meal_period_id')
        .onRef('n.dish_id', '=', 'l.dish_id'),
    )
    .where('l.kind', '=', 'DISH')
    .where('l.status', '=', 'SETTLED')
    .where(within(search, { table: 'l', day: 'business_date' }))
    .groupBy(['l.organization_id', 'l.dish_id', sql`case when l.dish_id = 0 then l.name end`])
    .select([
      'l.organization_id as organizationId',
      'l.dish_id as dishId',
      sql<string>`max(l.name)`.as('name'),
      sql<number>`sum(${kept})::bigint`.as('qty'),
      ...fenOf(tillFen),
      sql<number>`sum(${returnedQty})::bigint`.as('returned'),
      ...costOf(kept),
    ])
    .execute();
  return rows as Sold[];
}

/** Ratings of what the menus of these days served, by dish. */
async function ratings(ctx: Ctx, search: Search) {
  const rows = await ctx.db
    .selectFrom('dish_rating as g')
    .innerJoin('food_menu_item as n', (on) =>
      on.onRef('n.organization_id', '=', 'g.organization_id').onRef('n.id', '=', 'g.menu_item_id'),
    )
    .where(within(search, { table: 'n', day: 'menu_date' }))
    .groupBy(['g.organization_id', 'g.dish_id'])
    .select([
      'g.organization_id as organizationId',
      'g.dish_id as dishId',
      sql<number>`count(*)::int`.as('count'),
      sql<number>`(count(*) filter (where g.score >= ${liked}))::int`.as('good'),
    ])
    .execute();
  return new Map(rows.map((row) => [`${row.organizationId}/${row.dishId}`, row]));
}

async function dishesOf(ctx: Ctx, ids: readonly number[]) {
  const rows = await ctx.db
    .selectFrom('dish as d')
    .innerJoin('food_type as t', 't.id', 'd.type_id')
    .select(['d.organization_id as organizationId', 'd.id', 'd.name', 't.name as typeName'])
    .where(sql<boolean>`d.id = any(${[...new Set(ids)]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [`${row.organizationId}/${row.id}`, row]));
}

async function unitsOf(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await ctx.db
    .selectFrom('organization')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** What it cost by the stores; a margin only where all of it is known. */
function storeCost(cost: { fen: number; unknown: number } | undefined, amountFen: number) {
  const known = cost && cost.unknown === 0 && amountFen > 0;
  return {
    storeFen: cost?.fen ?? null,
    storeMargin: known ? basisPoints(amountFen - cost.fen, amountFen) : null,
  };
}

const said = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** Rows of 菜品销售汇总, all of the search; amounts in fen, shares in basis points, null where there is nothing to share. */
export async function dishTotals(ctx: Ctx, search: Search) {
  // A connection reads one statement after the other.
  const orders = await byOrders(ctx, search);
  const tills = await byTills(ctx, search);
  const all = [...orders, ...tills];
  const dishes = await dishesOf(
    ctx,
    all.map((one) => one.dishId),
  );
  const scores = await ratings(ctx, search);
  const units = await unitsOf(
    ctx,
    all.map((one) => one.organizationId),
  );
  const stores = await ctx.services.dishCosts?.(ctx, search);
  const totalFen = all.reduce((sum, one) => sum + one.fen, 0);
  const keyOf = (one: Sold) => `${one.organizationId}/${one.dishId || one.name}`;
  const add = (list: readonly Sold[], of: (one: Sold) => number) => list.reduce((sum, one) => sum + of(one), 0);
  const rows = [...Map.groupBy(all, keyOf).values()].map((list) => {
    const { organizationId, dishId, name } = list[0]!;
    const dish = dishes.get(`${organizationId}/${dishId}`);
    const score = scores.get(`${organizationId}/${dishId}`);
    const isOrder = (one: Sold) => orders.includes(one);
    const amountFen = add(list, (one) => one.fen);
    const costFen = add(list, (one) => one.cost);
    const uncosted = add(list, (one) => one.uncosted);
    return {
      organizationId,
      organizationName: units.get(organizationId) ?? '',
      dishId,
      dishName: dish?.name ?? name,
      typeName: dish?.typeName ?? null,
      pickedQty: add(list.filter(isOrder), (one) => one.qty),
      windowQty: add(list, (one) => (isOrder(one) ? 0 : one.qty)),
      pickedFen: add(list.filter(isOrder), (one) => one.fen),
      windowFen: add(list, (one) => (isOrder(one) ? 0 : one.fen)),
      grossFen: add(list, (one) => one.gross),
      backFen: add(list, (one) => one.back),
      share: totalFen > 0 ? basisPoints(amountFen, totalFen) : null,
      returnedQty: add(list, (one) => one.returned),
      ratings: score?.count ?? 0,
      goodRate: score ? basisPoints(score.good, score.count) : null,
      costFen,
      uncosted,
      ...storeCost(stores?.get(`${organizationId}/${dishId}`), amountFen),
      margin: uncosted === 0 && amountFen > 0 ? basisPoints(amountFen - costFen, amountFen) : null,
    };
  });
  const [dishName, typeName] = [said(search.dishName), said(search.typeName)];
  return rows
    .filter((row) => row.dishName.includes(dishName) && (row.typeName ?? '').includes(typeName))
    .map((row, i) => ({ ...row, id: i + 1 }));
}
