/** The templates a unit may start from, its 预置岗位. They belong to no unit, so they are read beside the scope. */
import type { UnitType } from '../../../kit/define/page.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { beyondScope } from '../../../kit/server/query/beyond-scope.ts';
import { ownsScopes } from '../employees/member-rules.ts';
import { ownUnit } from '../own-unit.ts';
import type { ReadyPost } from '../shapes.ts';
import { livingGrants } from './living-grants.ts';
import { dutyCounts } from './ready-grants.ts';
import '../tables.ts';

const templates = (ctx: Ctx, unitType: UnitType) =>
  beyondScope(ctx)
    .selectFrom('role')
    .where('is_template', '=', true)
    .where('status', '=', 'NORMAL')
    .where('unit_type', '=', unitType);

/** The template in force of that id; undefined when there is none for this kind of unit. */
export const templateOf = (ctx: Ctx, unitType: UnitType, id: number) =>
  templates(ctx, unitType).select(['id', 'grants']).where('id', '=', id).executeTakeFirst();

/** All templates of the session's kind of unit, each with the roles of the unit that were taken from it. */
export async function readyPosts(ctx: Ctx): Promise<ReadyPost[]> {
  const unit = ownUnit(ctx);
  const { registry } = ctx.services;
  const found = await templates(ctx, unit.type)
    .select(['id', 'name', 'grants', 'data_scope as dataScope', 'remark'])
    .orderBy('id')
    .limit(200)
    .execute();
  const roles = await ctx.db
    .selectFrom('role')
    .select(['name', 'template_id'])
    .where('unit_type', '=', unit.type)
    .where('unit_id', '=', unit.id)
    .execute();
  const names = new Set(roles.map((role) => role.name));
  const own = ctx.session.grants;
  return found.map((one) => {
    const grants = livingGrants(registry, one.grants);
    return {
      ...one,
      grants,
      duties: dutyCounts(registry, grants),
      freeName: names.has(one.name) ? `${one.name}（预置）` : one.name,
      takenAs: roles.filter((role) => role.template_id === one.id).map((role) => role.name),
      beyond: !ownsScopes(ctx, [one.dataScope]) || (own !== 'ALL' && grants.some((grant) => !own.has(grant))),
    };
  });
}
