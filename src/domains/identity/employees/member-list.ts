/** Columns the account and employee lists share, over `e` (employee), `a` (account) and `g` (its failed tries). */
import { sql } from 'kysely';
import type { Ctx, Db } from '../../../kit/server/context.ts';
import { ownUnit } from '../own-unit.ts';
import '../tables.ts';

/** FROM of the unit's own memberships. */
export function ownMembers(db: Db, ctx: Ctx) {
  const unit = ownUnit(ctx);
  return db
    .selectFrom('employee as e')
    .innerJoin('account as a', 'a.id', 'e.account_id')
    .where('e.unit_type', '=', unit.type)
    .where('e.unit_id', '=', unit.id);
}

/** Names of the roles, in the order they were made. */
export const roleNames = sql`(select /* wall: of the member of the row */ coalesce(array_agg(r.name order by r.id), '{}') from role r where r.id = any(e.role_ids))`;

/** The widest data scope of the roles. */
export const dataScope = sql`(select /* wall: of the member of the row */ case
    when bool_or(r.data_scope = 'ALL' or r.is_owner) then 'ALL'
    when bool_or(r.data_scope = 'DEPARTMENT') then 'DEPARTMENT'
    when bool_or(r.data_scope = 'RESTAURANT') then 'RESTAURANT'
    when bool_or(r.data_scope = 'SELF') then 'SELF' end
  from role r where r.id = any(e.role_ids) and r.status = 'NORMAL')`;

/** A wait that is over is none. */
export function deriveLock(row: Record<string, unknown>, ctx: Ctx): Record<string, unknown> {
  const until = row.lockedUntil;
  return { lockedUntil: typeof until === 'string' && Date.parse(until) > ctx.clock.now() ? until : null };
}
