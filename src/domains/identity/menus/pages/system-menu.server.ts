/** Server side of 菜单管理. A tree comes whole: a few hundred entries per kind of account. */
import { sql } from 'kysely';
import { changesOf } from '../../../../kit/server/audit/entry.ts';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { setColumn } from '../../../../kit/server/page/crud.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { createMenu, removeMenu, updateMenu } from '../menu-commands.ts';
import menu from './system-menu.page.ts';
import '../../tables.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { likePattern } from '../../../../kit/server/query/expression.ts';

const order = sql<number>`coalesce(m.own_sort, m.sort)`;

const list = over(
  { fields: menu.fields },
  'menu as m',
  {
    version: true,
    columns: {
      name: sql`coalesce(m.own_name, m.name)`,
      level: sql`m.level::text`,
      iconCls: sql`coalesce(m.own_icon, m.icon)`,
      sort: order,
      builtIn: sql`m.source_key is not null`,
    },
    names: { parentId: sql`coalesce(p.own_name, p.name)` },
  },
  (from) => from.leftJoin('menu as p', 'p.id', 'm.parent_id').where('m.gone', '=', false),
);

const treeLimit = 2_000;

async function wholeTree(ctx: Ctx, search: Readonly<Record<string, unknown>>) {
  let query = ctx.db
    .selectFrom('menu as m')
    .select([
      'm.id',
      'm.version',
      'm.unit_type as unitType',
      'm.parent_id as parentId',
      'm.url',
      'm.status',
      sql<string>`coalesce(m.own_name, m.name)`.as('name'),
      sql<string>`m.level::text`.as('level'),
      sql<string | null>`coalesce(m.own_icon, m.icon)`.as('iconCls'),
      order.as('sort'),
      sql<boolean>`m.source_key is not null`.as('builtIn'),
    ])
    .where('m.gone', '=', false)
    .orderBy('m.unit_type')
    .orderBy('m.level')
    .orderBy(order)
    .orderBy('m.id')
    .limit(treeLimit);
  for (const key of ['unitType', 'status'] as const) {
    const wanted = search[key];
    if (typeof wanted === 'string')
      query = query.where(key === 'status' ? 'm.status' : 'm.unit_type', '=', wanted as never);
    else if (Array.isArray(wanted) && wanted.length > 0)
      query = query.where(key === 'status' ? 'm.status' : 'm.unit_type', 'in', wanted as never);
  }
  const rows = await query.execute();
  return { rows, total: rows.length, sums: {} };
}

export default bind(menu, {
  list,
  query: (ctx, input) => wholeTree(ctx, input.search),
  async create(ctx, values) {
    const made = await createMenu(ctx, values);
    if (isRefusal(made)) return made;
    await ctx.audit({
      action: '新增',
      targetId: made.id,
      targetName: values.name!,
      changes: changesOf(menu.fields, null, values),
    });
    return made;
  },
  async update(ctx, id, values, before) {
    const no = await updateMenu(ctx, id, values);
    if (no) return no;
    await ctx.audit({
      action: '编辑',
      targetId: id,
      targetName: String(before.name),
      changes: changesOf(menu.fields, before, values),
    });
    return null;
  },
  async remove(ctx, id, before) {
    const no = await removeMenu(ctx, id);
    if (no) return no;
    await ctx.audit({ action: '删除', targetId: id, targetName: String(before.name) });
    return null;
  },
  actions: {
    disable: setColumn('menu', 'status', 'DISABLED', '停用'),
    enable: setColumn('menu', 'status', 'NORMAL', '启用'),
  },
  options: async (ctx, { keyword, ids, size }) => {
    let query = ctx.db
      .selectFrom('menu as m')
      .select([
        'm.id',
        sql<string>`coalesce(m.own_name, m.name)`.as('name'),
        'm.parent_id as parentId',
        'm.unit_type as hint',
      ])
      .where('m.gone', '=', false);
    if (ids) query = query.where('m.id', 'in', ids.length > 0 ? ids : [0]);
    else {
      query = query.where('m.level', '<', 3).limit(Math.max(size, treeLimit));
      if (keyword) query = query.where(sql<string>`coalesce(m.own_name, m.name)`, 'ilike', likePattern(keyword));
    }
    return query.orderBy('m.unit_type').orderBy('m.level').orderBy(order).execute();
  },
});
