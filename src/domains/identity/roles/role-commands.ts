/** Commands on roles and templates: one table, one set of rules. */
import { sql } from 'kysely';
import type { Fields } from '../../../kit/define/field.ts';
import { type UnitType, verbsOf } from '../../../kit/define/page.ts';
import { changesOf } from '../../../kit/server/audit/entry.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, RowValues } from '../../../kit/server/page/binding.ts';
import type { Registry } from '../../../kit/server/page/registry.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownsScopes } from '../employees/member-rules.ts';
import type { DataScope, RoleRow } from '../tables.ts';
import { livingGrants } from './living-grants.ts';
import { readGrants } from './read-grants.ts';
import { templateOf } from './templates.ts';

export interface RoleValues {
  name?: string | null;
  dataScope?: DataScope | null;
  grants?: unknown;
  remark?: string | null;
  /** The template it is taken from: what that has later is offered to the role. */
  templateId?: number | null;
}

/** Grants in the words of the menu, page by page: [消费记录, 查看、导出]. */
export function grantWords(registry: Registry, grants: readonly string[]): [page: string, verbs: string][] {
  const byPage = Map.groupBy(grants, (g) => g.split('#')[0]!);
  return [...byPage].map(([path, list]) => {
    const entry = registry.at(path);
    const labels = entry ? { ...verbsOf(entry.page), reveal: '查看完整号码' } : {};
    const verbs = list.map((g) => g.split('#')[1]!).map((verb) => (labels as Record<string, string>)[verb] ?? verb);
    return [entry?.title ?? path, verbs.join('、')];
  });
}

/** What the log keeps of grants: those taken away and those given. */
export function grantChanges(ctx: Ctx, before: readonly string[], after: readonly string[]) {
  const words = (list: readonly string[]) =>
    grantWords(ctx.services.registry, list).map(([page, verbs]) => `${page}（${verbs}）`);
  const given = after.filter((g) => !before.includes(g));
  const taken = before.filter((g) => !after.includes(g));
  return [
    ...(given.length > 0 ? [{ key: 'granted', label: '授予权限', before: null, after: words(given) }] : []),
    ...(taken.length > 0 ? [{ key: 'revoked', label: '收回权限', before: null, after: words(taken) }] : []),
  ];
}

const scopeBeyond = () => refuse('SCOPE_BEYOND', {}, { dataScope: '不能授予自己没有的数据范围' });

const duplicate = (name: string) =>
  refuse('DUPLICATE', { label: '名称', value: name }, { name: `名称「${name}」已存在` });

/** The id of the new role of a unit, or of a template (`unitId` null). */
export async function createRole(
  ctx: Ctx,
  fields: Fields,
  unitType: UnitType,
  unitId: number | null,
  values: RoleValues,
): Promise<{ id: number } | Refusal> {
  const grants = readGrants(ctx, unitType, values.grants);
  if (isRefusal(grants)) return grants;
  if (values.dataScope && !ownsScopes(ctx, [values.dataScope])) return scopeBeyond();
  const from = values.templateId ? await templateOf(ctx, unitType, values.templateId) : undefined;
  if (values.templateId && !from) return refuse('INVALID_FIELDS', {}, { templateId: '预置岗位已不存在，请刷新后重选' });
  const id = await ctx.ids.next();
  const at = isoAt(ctx.clock.now());
  const made =
    await sql`insert into role (id, name, unit_type, unit_id, grants, template_id, offered_grants, data_scope, is_template,
      remark, created_at, created_by, updated_at)
    values (${id}, ${values.name}, ${unitType}, ${unitId}, ${grants}, ${from?.id ?? null}, ${from?.grants ?? []},
      ${values.dataScope}, ${unitId === null},
      ${values.remark ?? null}, ${at}, ${ctx.session.accountId}, ${at})
    on conflict do nothing`.execute(ctx.db);
  if (made.numAffectedRows !== 1n) return duplicate(values.name!);
  const { grants: _grants, templateId: _templateId, ...plain } = values;
  await ctx.audit({
    action: '新增',
    targetId: id,
    targetName: values.name!,
    changes: [...changesOf(fields, null, plain as Record<string, unknown>), ...grantChanges(ctx, [], grants)],
  });
  return { id };
}

/** The role, with those of its grants that a page still has. */
export async function roleRow(ctx: Ctx, id: number): Promise<RoleRow> {
  const role = await ctx.db.selectFrom('role').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { ...role, grants: livingGrants(ctx.services.registry, role.grants) };
}

/** A role with rights or a data scope the session lacks is not its to change. */
export function beyond(ctx: Ctx, role: RoleRow): Refusal | undefined {
  const { grants } = ctx.session;
  if (!ownsScopes(ctx, [role.data_scope])) return refuse('SCOPE_BEYOND');
  return grants !== 'ALL' && (role.is_owner || role.grants.some((g) => !grants.has(g)))
    ? refuse('GRANT_BEYOND')
    : undefined;
}

/** Changes a role; the built-in one stays as it is. */
export async function updateRole(
  ctx: Ctx,
  fields: Fields,
  id: number,
  values: RoleValues,
  before: RowValues,
): Promise<Refusal | undefined> {
  const role = await roleRow(ctx, id);
  if (role.is_owner) return refuse('OWNER_ROLE', { name: role.name, action: '修改' });
  const no = beyond(ctx, role);
  if (no) return no;
  const grants = values.grants === undefined ? role.grants : readGrants(ctx, role.unit_type, values.grants);
  if (isRefusal(grants)) return grants;
  if (values.dataScope && !ownsScopes(ctx, [values.dataScope])) return scopeBeyond();
  const name = values.name ?? role.name;
  const taken = await ctx.db
    .selectFrom('role')
    .select('id')
    .where('unit_type', '=', role.unit_type)
    .where('unit_id', 'is not distinct from', role.unit_id)
    .where('name', '=', name)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (taken) return duplicate(name);
  await ctx.db
    .updateTable('role')
    .set((eb) => ({
      name,
      grants,
      ...(values.dataScope ? { data_scope: values.dataScope } : {}),
      ...(values.remark === undefined ? {} : { remark: values.remark }),
      updated_at: isoAt(ctx.clock.now()),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  ctx.services.sessionCache.forget();
  const { grants: _grants, templateId: _templateId, ...plain } = values;
  await ctx.audit({
    action: '编辑',
    targetId: id,
    targetName: name,
    changes: [
      ...changesOf(fields, before, plain as Record<string, unknown>),
      ...grantChanges(ctx, role.grants, grants),
    ],
  });
  return undefined;
}

/** Removes a role nobody carries. */
export async function removeRole(ctx: Ctx, id: number): Promise<Refusal | undefined> {
  const role = await roleRow(ctx, id);
  if (role.is_owner) return refuse('OWNER_ROLE', { name: role.name, action: '删除' });
  const no = beyond(ctx, role);
  if (no) return no;
  const used =
    await sql`select /* wall: the role was found in the scope */ 1 from employee where role_ids @> array[${id}]::bigint[] limit 1`.execute(
      ctx.db,
    );
  if (used.rows.length > 0) return refuse('IN_USE', { what: '员工' });
  await ctx.db.deleteFrom('role').where('id', '=', id).execute();
  await ctx.audit({ action: '删除', targetId: id, targetName: role.name });
  return undefined;
}

/** Enables or disables a role. */
export const setRoleStatus =
  (status: 'NORMAL' | 'DISABLED') =>
  async (ctx: Ctx, { rows }: ActionInput) => {
    const action = status === 'NORMAL' ? '启用' : '停用';
    for (const row of rows) {
      const role = await roleRow(ctx, row.id);
      if (role.is_owner) return refuse('OWNER_ROLE', { name: role.name, action });
      const no = beyond(ctx, role);
      if (no) return no;
      await ctx.db
        .updateTable('role')
        .set((eb) => ({ status, updated_at: isoAt(ctx.clock.now()), version: eb('version', '+', 1) }))
        .where('id', '=', role.id)
        .execute();
      await ctx.audit({
        action,
        targetId: role.id,
        targetName: role.name,
        changes: [{ key: 'status', label: '状态', before: role.status, after: status }],
      });
    }
    ctx.services.sessionCache.forget();
    return null;
  };
