/** Checks the grants a role form sends: known ones only, and never more than the sender has. */
import type { UnitType } from '../../../kit/define/page.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { allGrants, permissionGroups } from './permissions.ts';

/** Far above what any area has. */
const most = 5_000;

/** Sorted grants. Any verb of a page brings its 查看 along: a button on a page one cannot open helps nobody. */
export function readGrants(ctx: Ctx, unitType: UnitType, sent: unknown): string[] | Refusal {
  const bad = (detail: string) => refuse('INVALID_FIELDS', { detail }, { grants: detail });
  if (!Array.isArray(sent) || sent.length > most || sent.some((g) => typeof g !== 'string'))
    return bad('请选择菜单与操作权限');
  if (sent.length === 0) return bad('请至少选择一个菜单');
  const known = allGrants(permissionGroups(ctx.services.registry, unitType));
  const wanted = new Set(sent as string[]);
  for (const grant of sent as string[]) wanted.add(`${grant.split('#')[0]}#query`);
  if ([...wanted].some((g) => !known.has(g))) return bad('所选权限中有不存在的页面或操作，请刷新后重选');
  const { grants } = ctx.session;
  if (grants !== 'ALL' && [...wanted].some((g) => !grants.has(g)))
    return refuse('GRANT_BEYOND', {}, { grants: '不能授予自己没有的权限' });
  return [...wanted].sort();
}
