/** Server side of 平台菜品库 for a unit, and of the page that shows one dish. */
import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { type ActionInput, bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { factsOf, hasFacts, libAllergens, libHasAllergen, libLines } from '../../recipes/dish-facts.ts';
import { adoptDishes } from '../adopt.ts';
import { platformFood, platformFoodCheck } from './platform_food.page.ts';

const version = sql`d.version_id`;

/** Published dishes, and those taken off that the unit has. */
const dishes = over(
  platformFood,
  'lib_dish as d',
  {
    columns: {
      method: 'v.method',
      mayContain: 'v.allergens',
      recipe: libLines(version),
      allergens: libAllergens(version, sql`v.allergens`),
      declared: sql`true`,
      lineCount: sql`(select count(*)::int from lib_recipe_line l where l.version_id = d.version_id)`,
      energy: null,
      protein: null,
      fat: null,
      carbohydrate: null,
      sodium: null,
      adopted: sql`(u.id is not null)`,
      ownName: 'u.name',
      news: sql`case when u.id is null then null when d.status <> 'PUBLISHED' then '库中已下架'
        when d.version_no > u.lib_version_no then '库有新版 v' || d.version_no end`,
    },
    where: { allergens: libHasAllergen(version, sql`v.allergens`) },
    derive: (row) => {
      if (hasFacts(row.recipe)) return {};
      const { recipe, nutrients } = factsOf(row.recipe);
      const { energy = null, protein = null, fat = null, carbohydrate = null, sodium = null } = nutrients;
      return { recipe, energy, protein, fat, carbohydrate, sodium };
    },
  },
  (from) =>
    from
      .innerJoin('lib_dish_version as v', 'v.id', 'd.version_id')
      .leftJoin('dish as u', 'u.lib_dish_id', 'd.id')
      .where((eb) => eb.or([eb('d.status', '=', 'PUBLISHED'), eb('u.id', 'is not', null)])),
);

const actions = {
  adopt: async (ctx: Ctx, { ids, rows }: ActionInput) => {
    const count = await adoptDishes(ctx, ids);
    if (isRefusal(count)) return count;
    for (const row of rows) await ctx.audit({ action: '选用', targetId: row.id, targetName: String(row.name) });
    return null;
  },
};

export default [bind(platformFood, { list: dishes, actions }), bind(platformFoodCheck, { list: dishes, actions })];
