/** Who may change whose membership: nobody hands out or touches more than he has, and a unit keeps an administrator. */
import { sql } from 'kysely';
import { dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Unit } from '../own-unit.ts';
import { livingGrants } from '../roles/living-grants.ts';

/**
 * Do roles of these data scopes, together, leave no more than the session sees? Everything is under ALL; 本部门 and 管辖餐厅 each
 * narrow, so that who is held to both may hand on neither without the other. `narrowing`: those of them that hold now.
 */
export function ownsScopes({ session }: Ctx, scopes: readonly string[], narrowing = scopes): boolean {
  const own = session.dataScopes ?? [];
  if (session.grants === 'ALL' || own.includes('ALL')) return true;
  return (
    scopes.every((scope) => own.includes(scope)) && own.every((scope) => scope === 'SELF' || narrowing.includes(scope))
  );
}

/** As `withinOwnRights`, of several people with the roles of each. */
async function allWithinOwnRights(
  ctx: Ctx,
  unit: Unit,
  people: readonly (readonly number[])[],
): Promise<Refusal | undefined> {
  const { grants } = ctx.session;
  const roleIds = people.flat();
  if (grants === 'ALL' || roleIds.length === 0) return undefined;
  const roles = await ctx.db
    .selectFrom('role')
    .select(['id', 'is_owner', 'grants', 'data_scope', 'status'])
    .where('id', 'in', roleIds)
    .where('unit_type', '=', unit.type)
    .where('unit_id', '=', unit.id)
    .execute();
  const beyond = roles.some(
    (r) => r.is_owner || livingGrants(ctx.services.registry, r.grants).some((g) => !grants.has(g)),
  );
  if (beyond) return refuse('GRANT_BEYOND', {}, { roleIds: '不能授予自己没有的权限' });
  const scopesOf = (some: typeof roles) => some.map((r) => r.data_scope);
  const owned = people.every((ids) => {
    const own = roles.filter((r) => ids.includes(r.id));
    return own.length === 0 || ownsScopes(ctx, scopesOf(own), scopesOf(own.filter((r) => r.status === 'NORMAL')));
  });
  return owned ? undefined : refuse('SCOPE_BEYOND', {}, { roleIds: '不能授予比自己更大的数据范围' });
}

/** GRANT_BEYOND or SCOPE_BEYOND when roles of one person carry a right the session has not, or together let see more. */
export function withinOwnRights(ctx: Ctx, unit: Unit, roleIds: readonly number[]): Promise<Refusal | undefined> {
  return allWithinOwnRights(ctx, unit, [roleIds]);
}

/** GRANT_BEYOND when one of the members may do more than the session: his password or status is not to be had. */
export async function notAboveOneself(
  ctx: Ctx,
  unit: Unit,
  employeeIds: readonly number[],
): Promise<Refusal | undefined> {
  if (ctx.session.grants === 'ALL' || employeeIds.length === 0) return undefined;
  const members = await ctx.db
    .selectFrom('employee')
    .select('role_ids')
    .where('id', 'in', [...employeeIds])
    .execute();
  return allWithinOwnRights(
    ctx,
    unit,
    members.map((m) => m.role_ids),
  );
}

/** LAST_OWNER when, after what the transaction did, nobody is left to administer the unit. */
export async function keepsOwner(ctx: Ctx, unit: Unit, action: string): Promise<Refusal | undefined> {
  // The super administrator can always mend the platform.
  if (unit.type === 'PLATFORM') return undefined;
  // Two administrators who disable each other wait here for one another.
  await sql`select id from role where is_owner and unit_type = ${unit.type} and unit_id = ${unit.id} for update`.execute(
    ctx.db,
  );
  const today = dateAt(ctx.clock.now());
  const left = await sql`select 1 from employee e
    join account a on a.id = e.account_id and a.status = 'NORMAL'
    join role r on r.is_owner and r.unit_type = e.unit_type and r.unit_id = e.unit_id and r.id = any(e.role_ids)
    where e.unit_type = ${unit.type} and e.unit_id = ${unit.id} and e.status = 'NORMAL'
      and (e.left_at is null or e.left_at >= ${today}::date) limit 1`.execute(ctx.db);
  return left.rows.length > 0 ? undefined : refuse('LAST_OWNER', { action });
}
