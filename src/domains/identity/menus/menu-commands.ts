/** The administrator's own entries and overrides in the menus. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { MenuArea, MenuRow } from '../tables.ts';
import { menuArea } from './plan-menus.ts';

export interface MenuValues {
  name?: string | null;
  unitType?: MenuArea | null;
  parentId?: number | null;
  url?: string | null;
  iconCls?: string | null;
  sort?: number | null;
}

const at = (key: string, message: string) => refuse('INVALID_FIELDS', { detail: message }, { [key]: message });

async function rowOf(ctx: Ctx, id: number): Promise<MenuRow | undefined> {
  return ctx.db.selectFrom('menu').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Adds an entry of one's own: a group, or a further way to a page of the same kind of account. */
export async function createMenu(ctx: Ctx, values: MenuValues): Promise<{ id: number } | Refusal> {
  const area = values.unitType!;
  const parent = values.parentId ? await rowOf(ctx, values.parentId) : undefined;
  if (parent && parent.unit_type !== area) return at('parentId', '上级菜单属于其他类型');
  if (parent?.level === 3) return at('parentId', '三级菜单下不能再有菜单');
  const level = (parent?.level ?? 0) + 1;
  const url = values.url ?? null;
  if (level === 3 && !url) return at('url', '三级菜单必须填写地址');
  if (level < 3 && url) return at('url', '只有三级菜单有地址');
  const target = url === null ? undefined : ctx.services.registry.at(url.split(/[?#]/)[0]!);
  if (url !== null && (!target || menuArea(target.path) !== area)) return at('url', '该类型账号没有这个页面');
  const id = await ctx.ids.next();
  const now = isoAt(ctx.clock.now());
  await ctx.db
    .insertInto('menu')
    .values({
      id,
      unit_type: area,
      parent_id: parent?.id ?? null,
      level,
      source_key: null,
      name: values.name!,
      own_name: null,
      url,
      icon: values.iconCls ?? null,
      own_icon: null,
      sort: values.sort ?? 1_000,
      own_sort: null,
      status: 'NORMAL',
      gone: false,
      created_at: now,
      created_by: ctx.session.accountId,
      updated_at: now,
      version: 1,
    })
    .execute();
  return { id };
}

/** Sets the administrator's name, icon and order; what equals the program's own is no override. */
export async function updateMenu(ctx: Ctx, id: number, values: MenuValues): Promise<Refusal | undefined> {
  const row = await rowOf(ctx, id);
  if (!row) return refuse('NOT_FOUND');
  const own = <T>(value: T | null | undefined, before: T | null, program: T | null) =>
    value === undefined ? before : value === program ? null : value;
  await ctx.db
    .updateTable('menu')
    .set((eb) => ({
      own_name: own(values.name, row.own_name, row.name),
      own_icon: own(values.iconCls, row.own_icon, row.icon),
      own_sort: own(values.sort, row.own_sort, row.sort),
      updated_at: isoAt(ctx.clock.now()),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  return undefined;
}

/** Removes an entry made by hand; the program's own can only be disabled. */
export async function removeMenu(ctx: Ctx, id: number): Promise<Refusal | undefined> {
  const row = await rowOf(ctx, id);
  if (!row) return refuse('NOT_FOUND');
  const name = row.own_name ?? row.name;
  if (row.source_key !== null && !row.gone) return refuse('MENU_BUILT_IN', { name });
  const below = await ctx.db.selectFrom('menu').select('id').where('parent_id', '=', id).executeTakeFirst();
  if (below) return refuse('MENU_NOT_EMPTY', { name });
  await ctx.db.deleteFrom('menu').where('id', '=', id).execute();
  return undefined;
}
