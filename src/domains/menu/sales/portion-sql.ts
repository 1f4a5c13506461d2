/**
 * What lines of orders and lines of tills mean for dishes. Orders are `o` with their lines `x`, lines of a till are `l` with
 * their trade as `t` and what was taken back of it as `v`.
 */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PortionState } from './portion-words.ts';

/** A join that may be given a condition. */
interface Joins<J> {
  on(condition: Expression<SqlBool>): J;
}

/** Joins lines `x` and their order `o`: those of the order as it stands, not of what it was before it was changed. */
export const standingLine = <J extends Joins<J>>(join: J): J =>
  join.on(sql<SqlBool>`o.organization_id = x.organization_id and o.id = x.order_id and o.revision = x.revision`);

/** Joins an order `o` and the trade `t` that stands booked for it. */
export const bookedTrade = <J extends Joins<J>>(join: J): J =>
  join.on(
    sql<SqlBool>`t.organization_id = o.organization_id and t.id = o.posting_id and t.business_date >= o.dining_date`,
  );

/** What became of an ordered portion; null while it is not paid for, and for orders that never came about. */
export const portionState: RawBuilder<PortionState | null> = sql`(case
  when o.status = 'EATEN' then 'PICKED' when o.status = 'NO_SHOW' then 'LEFT'
  when o.status in ('CANCELLED', 'REFUNDED') then o.status when o.status in ('UNPAID', 'EXPIRED') then null
  else 'WAITING' end)`;

/** Portions of a line that were given back: all, when its trade was reversed as a whole. */
export const returnedText =
  '(case when v.reversed_fen > 0 and v.reversed_fen >= v.amount_fen then l.quantity else 0 end)';
export const returnedQty: RawBuilder<number> = sql.raw(returnedText);

/** Portions of a menu's item `i` that were handed out: orders collected, and lines of tills that stand. */
export const soldOfItem: RawBuilder<number> = sql`(
  coalesce((select sum(x.qty) from meal_order_item x
    join meal_order o on o.organization_id = x.organization_id and o.id = x.order_id and o.revision = x.revision
    where x.organization_id = i.organization_id and x.menu_item_id = i.id and o.status = 'EATEN'), 0)
  + coalesce((select sum(l.quantity - ${returnedQty}) from trade_item l
    left join posting_reversed v on v.organization_id = l.organization_id and v.posting_id = l.trade_id
    where l.organization_id = i.organization_id and l.dish_id = i.dish_id and l.dish_id <> 0 and l.business_date = i.menu_date
      and l.restaurant_id = i.restaurant_id and l.meal_period_id = i.meal_period_id and l.kind = 'DISH'
      and l.status = 'SETTLED'), 0))`;

/**
 * A line's part of `fen` of its document: spread over its lines `b` in their order, so that the parts add up to the fen. The lines are
 * looked up once.
 */
const partOf = (
  fen: RawBuilder<unknown>,
  lines: RawBuilder<unknown>,
  upTo: RawBuilder<unknown>,
  own: RawBuilder<unknown>,
) =>
  sql`coalesce((select div(${fen} * s.up_to, nullif(s.whole, 0)) - div(${fen} * (s.up_to - ${own}), nullif(s.whole, 0))
    from (select sum(b.amount_fen) as whole, sum(b.amount_fen) filter (where ${upTo}) as up_to from ${lines}) s), 0)`;

const tillPart = (fen: RawBuilder<unknown>) =>
  partOf(
    fen,
    sql`trade_item b where b.organization_id = l.organization_id and b.trade_id = l.trade_id`,
    sql`b.line_no <= l.line_no`,
    sql`l.amount_fen`,
  );

/** What a till's line says it comes to; what of it was taken back; what stands of it in the books (trade `t`). */
export const tillFen = {
  gross: sql<number>`(l.quantity * l.unit_price_fen)`,
  back: sql<number>`(case when v.reversed_fen > 0 then ${tillPart(sql`v.reversed_fen`)} else 0 end)`,
  net: sql<number>`(${tillPart(sql`t.amount_fen`)} - case when v.reversed_fen > 0 then ${tillPart(sql`v.reversed_fen`)} else 0 end)`,
} as const;

/** Of what was paid for a line, the part of the portions that were given back. */
const backOfLine = sql`x.amount_fen * x.refunded_qty / x.qty`;

/** The same of a line of an order that was handed out (its trade as `t`, delivery left out) or given back afterwards. */
export const orderFen = {
  gross: sql<number>`(case when o.status in ('EATEN', 'REFUNDED') then x.amount_fen else 0 end)`,
  back: sql<number>`(case when o.status = 'REFUNDED' then x.amount_fen when o.status = 'EATEN' then ${backOfLine}
    else 0 end)`,
  net: sql<number>`(case when o.status = 'EATEN' then ${partOf(
    sql`(coalesce(t.amount_fen, 0) - o.fee_fen)`,
    sql`meal_order_item b where b.organization_id = x.organization_id and b.order_id = x.order_id and b.revision = x.revision`,
    sql`b.id <= x.id`,
    sql`x.amount_fen`,
  )} - ${backOfLine} else 0 end)`,
} as const;

/** Is the line's dish on the menu its restaurant published for that meal? */
export const onMenu: RawBuilder<boolean> = sql`exists (select 1 from food_menu_item n
  join food_menu m on m.organization_id = n.organization_id and m.id = n.menu_id
  where n.organization_id = l.organization_id and n.menu_date = l.business_date and n.restaurant_id = l.restaurant_id
    and n.meal_period_id = l.meal_period_id and n.dish_id = l.dish_id and m.status in ('PUBLISHED', 'CLOSED'))`;
