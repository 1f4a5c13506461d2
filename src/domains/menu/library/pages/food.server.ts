/** Server side of 平台菜品库. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { factsOf, hasFacts, libAllergens, libHasAllergen, libLines } from '../../recipes/dish-facts.ts';
import { libRecipes } from '../../recipes/recipe-store.ts';
import { contentOf } from '../../recipes/recipe-values.ts';
import { libDishFlow } from '../dish-flow.ts';
import { dishImport } from '../import-dishes.ts';
import { changeContent, firstVersion } from '../save-dish.ts';
import spec from './food.page.ts';

const crud = tableCrud(spec, {
  table: 'lib_dish',
  blank: { spicy: '0' },
  owner: async (ctx) => ({ version_id: await ctx.ids.next() }),
  unique: { lib_dish_name: 'name' },
  skip: ['recipe', 'method', 'mayContain'],
  usedBy: [{ table: 'dish', column: 'lib_dish_id', what: '单位菜品' }],
  after: async (ctx, id, values, before) => {
    const content = contentOf(values);
    if (before) await changeContent(ctx, id, content);
    else await firstVersion(ctx, id, { method: '', mayContain: [], lines: [], ...content });
    return undefined;
  },
});

const version = sql`d.version_id`;
const lines = libLines(version);

export default bind(spec, {
  list: over(
    spec,
    'lib_dish as d',
    {
      columns: {
        method: 'v.method',
        mayContain: 'v.allergens',
        recipe: lines,
        recipeText: null,
        allergens: libAllergens(version, sql`v.allergens`),
        declared: sql`(cardinality(v.allergens) > 0 or exists (select 1 from lib_recipe_line l where l.version_id = d.version_id))`,
        lineCount: sql`(select count(*)::int from lib_recipe_line l where l.version_id = d.version_id)`,
        energy: null,
        protein: null,
        fat: null,
        carbohydrate: null,
        sodium: null,
        adopted: sql`(select /* wall: counts of the platform */ count(distinct u.organization_id)::int from dish u where u.lib_dish_id = d.id)`,
      },
      where: { allergens: libHasAllergen(version, sql`v.allergens`) },
      derive: (row) => {
        if (hasFacts(row.recipe)) return {};
        const { recipe, nutrients } = factsOf(row.recipe);
        const { energy = null, protein = null, fat = null, carbohydrate = null, sodium = null } = nutrients;
        return { recipe, energy, protein, fat, carbohydrate, sodium };
      },
    },
    (from) => from.innerJoin('lib_dish_version as v', 'v.id', 'd.version_id'),
  ),
  ...crud,
  actions: moves(libDishFlow, {
    table: 'lib_dish',
    name: (dish) => `「${dish.name}」`,
    stamped: true,
    check: {
      publish: async (ctx, dish) => {
        const found = (await libRecipes.read(ctx.db, [dish.version_id])).get(dish.version_id);
        return found && found.lines.length > 0
          ? undefined
          : refuse('NO_CHANGE', { why: `「${dish.name}」还没有配料，填写后才能发布` });
      },
    },
    after: { publish: (ctx, dish) => libRecipes.freeze(ctx.db, [dish.version_id]) },
  }),
  importRows: dishImport,
  options: named('lib_dish', {
    hint: '(select y.name from food_type y where y.id = t.type_id)',
    offered: `t.status = 'PUBLISHED'`,
  }),
});
