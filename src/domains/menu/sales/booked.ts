/** What the books say of dishes: portions handed out and money taken, read from orders and trades, not from their lines. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { toldStatuses } from '../menus/menu-flow.ts';
import { asksOnly, within } from './asked.ts';
import { bookedTrade, onMenu, tillFen } from './portion-sql.ts';

/** Searches that leave out no part of a meal. */
const whole = ['menuDate', 'organizationId', 'restaurantId', 'mealPeriodId', 'mealName'] as const;

/** Orders by dish that were handed out, of menus that stand unless all are meant. */
function pickedOrders(ctx: Ctx, search: Search, allMenus: boolean) {
  const orders = ctx.db
    .selectFrom('meal_order as o')
    .leftJoin('food_menu as m', (on) =>
      on.onRef('m.organization_id', '=', 'o.organization_id').onRef('m.id', '=', 'o.menu_id'),
    )
    .where('o.status', '=', 'EATEN')
    .where(within(search, { table: 'o', day: 'dining_date' }))
    // A plain portion is none of any dish.
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('meal_order_item as x')
          .whereRef('x.organization_id', '=', 'o.organization_id')
          .whereRef('x.order_id', '=', 'o.id')
          .whereRef('x.revision', '=', 'o.revision')
          .where('x.dish_id', 'is not', null)
          .select('x.id'),
      ),
    );
  return allMenus ? orders : orders.where('m.status', 'in', [...toldStatuses]);
}

/**
 * Portions that orders by dish were handed out, of published menus or of all; undefined where the search leaves dishes
 * out.
 */
export const pickedByOrders =
  (menus: 'PUBLISHED' | 'ALL') =>
  async (ctx: Ctx, search: Search): Promise<number | undefined> => {
    if (!asksOnly(search, ...whole)) return undefined;
    const { qty } = await pickedOrders(ctx, search, menus === 'ALL')
      .select(sql<number>`coalesce(sum(o.portions), 0)::bigint`.as('qty'))
      .executeTakeFirstOrThrow();
    return qty;
  };

/** Fen booked for those orders, delivery left out. */
async function bookedForOrders(ctx: Ctx, search: Search, allMenus: boolean): Promise<number> {
  const { fen } = await pickedOrders(ctx, search, allMenus)
    .innerJoin('trade as t', bookedTrade)
    .leftJoin('posting_reversed as v', (on) =>
      on.onRef('v.organization_id', '=', 'o.organization_id').onRef('v.posting_id', '=', 'o.posting_id'),
    )
    .select(sql<number>`coalesce(sum(t.amount_fen - coalesce(v.reversed_fen, 0) - o.fee_fen), 0)::bigint`.as('fen'))
    .executeTakeFirstOrThrow();
  return fen;
}

const tillLines = (ctx: Ctx, search: Search) =>
  ctx.db
    .selectFrom('trade_item as l')
    .where('l.kind', '=', 'DISH')
    .where('l.status', '=', 'SETTLED')
    .where(within(search, { table: 'l', day: 'business_date' }));

/** Fen taken by trades that sold dishes. */
async function bookedAtTills(ctx: Ctx, search: Search): Promise<number> {
  const trades = tillLines(ctx, search).select(['l.organization_id', 'l.trade_id', 'l.business_date']).distinct();
  const { fen } = await ctx.db
    .selectFrom(trades.as('s'))
    .innerJoin('trade as t', (on) =>
      on
        .onRef('t.organization_id', '=', 's.organization_id')
        .onRef('t.id', '=', 's.trade_id')
        .onRef('t.business_date', '=', 's.business_date'),
    )
    .leftJoin('posting_reversed as v', (on) =>
      on.onRef('v.organization_id', '=', 't.organization_id').onRef('v.posting_id', '=', 't.id'),
    )
    .select(sql<number>`coalesce(sum(t.amount_fen - coalesce(v.reversed_fen, 0)), 0)::bigint`.as('fen'))
    .executeTakeFirstOrThrow();
  return fen;
}

/** Portions and fen the tills sold of dishes that are on no published menu. */
export function soldOffMenu(ctx: Ctx, search: Search): Promise<{ qty: number; fen: number }> {
  return tillLines(ctx, search)
    .innerJoin('trade as t', (on) =>
      on
        .onRef('t.organization_id', '=', 'l.organization_id')
        .onRef('t.id', '=', 'l.trade_id')
        .onRef('t.business_date', '=', 'l.business_date'),
    )
    .leftJoin('posting_reversed as v', (on) =>
      on.onRef('v.organization_id', '=', 'l.organization_id').onRef('v.posting_id', '=', 'l.trade_id'),
    )
    .where(sql<boolean>`not ${onMenu}`)
    .select([
      sql<number>`coalesce(sum(l.quantity), 0)::bigint`.as('qty'),
      sql<number>`coalesce(sum(${tillFen.net}), 0)::bigint`.as('fen'),
    ])
    .executeTakeFirstOrThrow();
}

/** Fen taken for dishes of published menus; undefined where the search leaves dishes out. */
export async function bookedForMenus(ctx: Ctx, search: Search): Promise<number | undefined> {
  if (!asksOnly(search, ...whole)) return undefined;
  const orders = await bookedForOrders(ctx, search, false);
  const tills = await bookedAtTills(ctx, search);
  return orders + tills - (await soldOffMenu(ctx, search)).fen;
}

/** Fen taken for dishes, whether or not a menu names them; undefined where the search leaves dishes out. */
export async function bookedForDishes(ctx: Ctx, search: Search): Promise<number | undefined> {
  if (!asksOnly(search, ...whole)) return undefined;
  return (await bookedForOrders(ctx, search, true)) + (await bookedAtTills(ctx, search));
}
