/**
 * What was cooked and not served of a dish on a published menu, item `i` of menu `m`, once its day is over: in grams of its recipe and
 * in what it cost when it was published. What is not known is null, never nothing.
 */
import { type RawBuilder, sql } from 'kysely';
import { returnedQty } from './portion-sql.ts';

/**
 * Joins as `k`: did all who ate at that meal and place have their dishes noted, at a till or by an order? Where people pay for the meal
 * alone nobody knows what was left.
 */
export const servedByDish = sql<{ known: boolean | null }>`(select case when m.status = 'CLOSED' and i.plan_qty > 0 then
  noted.people > 0 and noted.people >= (select coalesce(sum(e.heads), 0) from consumed_by_place e
    where e.organization_id = i.organization_id and e.business_date = i.menu_date and e.meal_period_id = i.meal_period_id
      and e.restaurant_id = i.restaurant_id) end as known
  from (select count(*) as people from (
    select coalesce(nullif(l.person_id, 0), -l.trade_id) from trade_item l
    left join posting_reversed v on v.organization_id = l.organization_id and v.posting_id = l.trade_id
    where l.organization_id = i.organization_id and l.kind = 'DISH' and l.business_date = i.menu_date
      and l.restaurant_id = i.restaurant_id and l.meal_period_id = i.meal_period_id and l.status = 'SETTLED'
      and l.quantity > ${returnedQty}
    union select e.person_id from meal_order e where e.organization_id = i.organization_id and e.menu_id = i.menu_id
      and e.status = 'EATEN') each) noted)`.as('k');

const portionGrams = sql`(select sum((line ->> 'net')::numeric) from jsonb_array_elements(i.recipe) line)`;
const portionFen = sql`(case when i.unpriced = 0 and jsonb_array_length(i.recipe) > 0 then i.cost_fen end)`;

/** `rest`: portions planned and not sold. Nothing left is nothing wasted, whatever it was made of. */
export function wasteOf(rest: RawBuilder<unknown>) {
  const times = (each: RawBuilder<unknown>) => sql<number | null>`(case when k.known is not true then null
    when ${rest} = 0 then 0 else round(${rest} * ${each})::bigint end)`;
  const [grams, fen] = [times(portionGrams), times(portionFen)];
  return {
    grams,
    fen,
    unknown: sql<number>`(case when m.status = 'CLOSED' and (${grams} is null or ${fen} is null) then 1 else 0 end)`,
  };
}
