/** Server side of 平台食材库. */
import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type RowValues, type Values } from '../../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { likePattern } from '../../../../kit/server/query/expression.ts';
import { gathered, nutrientColumns, refuseHeavy } from '../../nutrition/nutrient-columns.ts';
import { nutrientKeys, nutrientsIn } from '../../nutrition/nutrients.ts';
import { foodImport } from '../import-foods.ts';
import spec from './food_stuff.page.ts';

type FoodValues = Values<typeof spec.fields>;

const crud = tableCrud(spec, {
  table: 'lib_food_stuff',
  owner: () => ({}),
  unique: { lib_food_stuff_code: 'code' },
  skip: nutrientKeys,
  check: (_ctx, values, before) => refuseHeavy(nutrientsIn({ ...before, ...values })),
  usedBy: [
    { table: 'lib_recipe_line', column: 'food_stuff_id', what: '平台菜品' },
    { table: 'food_stuff', column: 'lib_id', what: '单位食材' },
  ],
});

const filled = (values: FoodValues, before: RowValues | null) => {
  const plain = { rare: false, traceNeeded: false, unit: '公斤', unitGrams: 1_000 } as const;
  const result: Record<string, unknown> = { ...values };
  for (const [key, value] of Object.entries(plain)) if (result[key] === null) result[key] = value;
  return gathered(result as FoodValues & Record<string, unknown>, before) as FoodValues;
};

/** Choices of a recipe: by name, alias or code, infant food and branded milk only when they are typed in full. */
async function choices(ctx: Ctx, keyword: string, size: number) {
  const found = likePattern(keyword);
  return sql<{ id: number; name: string; hint: string | null }>`
    select s.id, s.name, concat_ws(' · ', t.name, s.alias) as hint
    from lib_food_stuff s join food_stuff_type t on t.id = s.type_id
    where s.status = 'NORMAL' and (s.name ilike ${found} or s.alias ilike ${found} or s.code ilike ${found})
      and (not s.rare or s.name = ${keyword} or s.code = ${keyword})
    order by s.name = ${keyword} desc, length(s.name), s.name, s.id limit ${size}`.execute(ctx.db);
}

export default bind(spec, {
  list: over(spec, 'lib_food_stuff as s', {
    columns: {
      ...nutrientColumns(sql`s.nutrients`),
      adopted: sql`(select /* wall: counts of the platform */ count(distinct f.organization_id)::int from food_stuff f where f.lib_id = s.id)`,
      usedCount: sql`(select count(distinct v.dish_id)::int from lib_recipe_line l join lib_dish d on d.version_id = l.version_id
        join lib_dish_version v on v.id = l.version_id where l.food_stuff_id = s.id)`,
    },
  }),
  create: (ctx, values) => crud.create(ctx, filled(values, null)),
  update: (ctx, id, values, before) => crud.update(ctx, id, filled(values, before), before),
  remove: crud.remove,
  actions: onOff('lib_food_stuff'),
  importRows: foodImport,
  notice: async () => ({
    tone: 'info',
    text: '数据机读自《中国食物成分表》标准版第6版，油盐糖为计算值；空白为未知，不按零计。用于临床或对外公布前须核对原书。',
  }),
  options: async (ctx, { keyword, ids, size }) => {
    if (!ids) return (await choices(ctx, keyword, size)).rows;
    return ctx.db
      .selectFrom('lib_food_stuff')
      .select(['id', 'name', 'alias as hint'])
      .where('id', 'in', ids.length > 0 ? ids : [0])
      .execute();
  },
});
