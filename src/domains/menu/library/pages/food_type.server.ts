/** Server side of 菜品分类. */
import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type RowValues, type Values } from '../../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import spec from './food_type.page.ts';

type TypeValues = Values<typeof spec.fields>;

/** Two levels: the upper one has none above, and whoever has some below gets none. */
async function wrongParent(ctx: Ctx, { parentId }: TypeValues, before: RowValues | null) {
  if (!parentId) return undefined;
  if (parentId === before?.id) return refuseField('parentId', '上级不能是自己');
  const above = await ctx.db.selectFrom('food_type').select('parent_id').where('id', '=', parentId).executeTakeFirst();
  if (above?.parent_id) return refuseField('parentId', '最多两级，请选择没有上级的分类');
  const below = before
    ? await ctx.db.selectFrom('food_type').select('id').where('parent_id', '=', before.id).limit(1).executeTakeFirst()
    : undefined;
  return below ? refuseField('parentId', '它有下级分类，不能再放到别的分类下') : undefined;
}

const crud = tableCrud(spec, {
  table: 'food_type',
  blank: { sort: 0 },
  owner: () => ({}),
  unique: { food_type_name: 'name' },
  check: wrongParent,
  usedBy: [
    { table: 'food_type', column: 'parent_id', what: '下级分类' },
    { table: 'lib_dish', column: 'type_id', what: '平台菜品' },
    { table: 'dish', column: 'type_id', what: '单位菜品' },
  ],
});

export default bind(spec, {
  list: over(spec, 'food_type as t', {
    refs: ['parentId as u'],
    columns: {
      dishCount: sql`(select count(*)::int from lib_dish d where d.type_id = t.id)`,
      unitDishCount: sql`(select /* wall: counts of the platform */ count(*)::int from dish d where d.type_id = t.id)`,
    },
  }),
  ...crud,
  actions: onOff('food_type'),
  options: named('food_type', {
    hint: '(select u.name from food_type u where u.id = t.parent_id)',
    order: 't.sort',
    offered: `t.status = 'NORMAL'`,
  }),
});
