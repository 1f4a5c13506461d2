/** 菜谱明细. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { toldStatuses } from '../../menus/menu-flow.ts';
import spec from './food_menu_detail.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'food_menu_item as i',
    {
      byUnit: true,
      columns: {
        mealName: 'p.name',
        dishName: sql`coalesce(i.dish_name, d.name)`,
        typeName: 't.name',
      },
    },
    (from) =>
      from
        .innerJoin('food_menu as m', (on) =>
          on.onRef('m.organization_id', '=', 'i.organization_id').onRef('m.id', '=', 'i.menu_id'),
        )
        .innerJoin('meal_period as p', (on) =>
          on.onRef('p.organization_id', '=', 'i.organization_id').onRef('p.id', '=', 'i.meal_period_id'),
        )
        .innerJoin('dish as d', (on) =>
          on.onRef('d.organization_id', '=', 'i.organization_id').onRef('d.id', '=', 'i.dish_id'),
        )
        .innerJoin('food_type as t', 't.id', 'd.type_id')
        .where('m.status', 'in', [...toldStatuses]),
  ),
});
