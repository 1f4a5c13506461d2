/** 平台菜品版本. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import spec from './food-version.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'lib_dish_version as v',
    {
      columns: {
        current: sql`(d.version_id = v.id)`,
        recipeText: sql`(select string_agg(s.name || ' ' || l.grams || '克' || case l.basis when 'GROSS' then '（毛重）' else '' end,
            '、' order by l.no)
          from lib_recipe_line l join lib_food_stuff s on s.id = l.food_stuff_id where l.version_id = v.id)`,
      },
    },
    (from) => from.innerJoin('lib_dish as d', 'd.id', 'v.dish_id'),
  ),
});
