/** Dishes of published menus from today on, as fields choose them; beside one, the others of its meal that are not dearer. */

import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Option, OptionsInput } from '../../../kit/server/page/binding.ts';
import { likePattern } from '../../../kit/server/query/expression.ts';

export async function dishesOnSale(
  ctx: Ctx,
  { keyword, ids, size, within: { besideId } }: OptionsInput,
): Promise<Option[]> {
  let query = ctx.db
    .selectFrom('food_menu_item as i')
    .innerJoin('food_menu as m', (on) =>
      on.onRef('m.organization_id', '=', 'i.organization_id').onRef('m.id', '=', 'i.menu_id'),
    )
    .innerJoin('meal_period as p', (on) =>
      on.onRef('p.organization_id', '=', 'i.organization_id').onRef('p.id', '=', 'i.meal_period_id'),
    )
    .innerJoin('restaurant as r', (on) =>
      on.onRef('r.organization_id', '=', 'i.organization_id').onRef('r.id', '=', 'i.restaurant_id'),
    )
    .select(['i.id', 'i.dish_name', 'i.menu_date', 'i.price_fen', 'p.name as meal', 'r.name as place']);
  if (besideId !== undefined)
    query = query
      .innerJoin('food_menu_item as b', (on) =>
        on.onRef('b.organization_id', '=', 'i.organization_id').onRef('b.menu_id', '=', 'i.menu_id'),
      )
      .where('b.id', '=', besideId)
      .whereRef('i.id', '<>', 'b.id')
      .whereRef('i.price_fen', '<=', 'b.price_fen');
  if (ids) query = query.where('i.id', 'in', ids.length > 0 ? ids : [0]);
  else {
    query = query
      .where('m.status', '=', 'PUBLISHED')
      .where('i.status', '<>', 'STOPPED')
      .where('i.menu_date', '>=', dateAt(ctx.clock.now()))
      .limit(size);
    if (keyword) query = query.where('i.dish_name', 'ilike', likePattern(keyword));
  }
  const rows = await query.orderBy('i.menu_date').orderBy('p.start_time').orderBy('i.sort').orderBy('i.id').execute();
  return rows.map(({ id, dish_name, menu_date, price_fen, meal, place }) => ({
    id,
    name: dish_name ?? '',
    hint: `${menu_date.slice(5)} ${meal} · ${place} · ${formatFenGrouped(price_fen)} 元`,
  }));
}
