/**
 * What was cooked and not served of a dish on a published menu, item `i` of menu `m`, once its day is over: in grams of its recipe and
 * in what it cost when it was published. What is not known is null, never nothing.
 */
import { type RawBuilder, sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { listQueryOf } from '../../../kit/server/page/list-query.ts';
import { sumRows } from '../../../kit/server/query/list-totals.ts';
import { returnedQty } from './portion-sql.ts';

/**
 * Joins as `k`: did all who ate at that meal and place have their dishes noted, at a till or by an order? Where people pay for the meal
 * alone nobody knows what was left.
 */
export const servedByDish = sql<{
  known: boolean | null;
}>`(select case when m.status = 'CLOSED' and coalesce(i.made_qty, i.plan_qty) > 0 then
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

/** `rest`: portions made, or planned where nobody said how many were made, and not sold. Nothing left is nothing wasted, whatever it was made of. */
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

/**
 * The waste of the whole search in words, on the page that is asked for it: what is known, and of how many dishes it is not; a total
 * under the column would count those as nothing. Empty before any of its days is over.
 */
export async function wasteWords(ctx: Ctx, search: Search): Promise<string> {
  const entry = ctx.services.registry.at(ctx.path);
  const list = entry && listQueryOf(entry);
  const sums = list && (await sumRows(list, ctx, search, ['wasteGrams', 'wasteFen', 'wasteUnknown']));
  const { wasteGrams = 0, wasteFen = 0, wasteUnknown = 0 } = sums ?? {};
  const known = wasteGrams > 0 || wasteFen > 0;
  if (known)
    return `已过的日子浪费 ${(wasteGrams / 1000).toFixed(1)} 千克、${formatFenGrouped(wasteFen)} 元${
      wasteUnknown > 0 ? `，另有 ${wasteUnknown} 道次未知，不在其中` : ''
    }。`;
  return wasteUnknown > 0
    ? `已过的日子有 ${wasteUnknown} 道次浪费多少未知：没有配方或缺价格，或那一餐有人只付餐费、没有按菜记。`
    : '';
}
