/** Server side of 菜品版本 and 用于菜谱. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { dishServed, dishVersion } from './organization_food-version.page.ts';

const versions = bind(dishVersion, {
  list: over(
    dishVersion,
    'dish_version as v',
    {
      columns: {
        approved: sql`coalesce(d.approved_id = v.id, false)`,
        recipeText: sql`(select string_agg(s.name || ' ' || l.grams || '克' || case l.basis when 'GROSS' then '（毛重）' else '' end,
            '、' order by l.no)
          from recipe_line l join food_stuff s on s.organization_id = l.organization_id and s.id = l.food_stuff_id
          where l.organization_id = v.organization_id and l.version_id = v.id)`,
      },
    },
    (from) =>
      from.innerJoin('dish as d', (on) =>
        on.onRef('d.organization_id', '=', 'v.organization_id').onRef('d.id', '=', 'v.dish_id'),
      ),
  ),
});

const served = bind(dishServed, {
  list: over(dishServed, 'food_menu_item as i', { columns: { menuStatus: 'm.status', versionNo: 'v.no' } }, (from) =>
    from
      .innerJoin('food_menu as m', (on) =>
        on.onRef('m.organization_id', '=', 'i.organization_id').onRef('m.id', '=', 'i.menu_id'),
      )
      .leftJoin('dish_version as v', (on) =>
        on.onRef('v.organization_id', '=', 'i.organization_id').onRef('v.id', '=', 'i.dish_version_id'),
      ),
  ),
});

export default [versions, served];
