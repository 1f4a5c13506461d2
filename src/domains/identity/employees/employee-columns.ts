/** Columns of the 员工管理 lists, over `e`, `a` and `g` of `ownMembers`. */
import { type RawBuilder, sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { dataScope, ownMembers, roleNames } from './member-list.ts';

/** Who has not said yes shows no more than the unit knew: name and login name. */
const ofMembers = (column: string) => sql`case when e.status in ('NORMAL', 'DISABLED') then ${sql.ref(column)} end`;

const employeeColumns = {
  name: 'a.name',
  phone: ofMembers('a.phone'),
  loginName: 'a.login_name',
  dataScope,
  lastLoginAt: ofMembers('a.last_login_at'),
} as const;

/** An invitation nobody answered in time is over. */
function deriveInvitation(row: Record<string, unknown>, ctx: Ctx): Record<string, unknown> {
  const over = row.status === 'INVITED' && Date.parse(String(row.invitedUntil)) <= ctx.clock.now();
  return over ? { status: 'EXPIRED' } : {};
}

export const employeeNames = { roleIds: roleNames };
/** Both halves of the row may change elsewhere. */
const employeeVersion = sql`e.version + a.version`;

export const restaurantNames = sql`(select /* wall: of the member of the row */ coalesce(array_agg(r.name order by r.name), '{}') from restaurant r where r.id = any(e.restaurant_ids))`;
export const departmentNames = sql`(select coalesce(array_agg(d.name order by d.name), '{}') from department d
  where d.organization_id = e.unit_id and d.id = any(e.department_ids))`;

/** 待接受 and 邀请过期 are told apart by the clock. */
function invitationStatus(value: unknown, ctx: Ctx): RawBuilder<unknown> | undefined {
  const wanted = [value].flat().filter((one): one is string => typeof one === 'string');
  if (wanted.length === 0) return undefined;
  return sql`(case when e.status = 'INVITED' and e.invited_until <= ${isoAt(ctx.clock.now())} then 'EXPIRED' else e.status end)
    = any(${wanted}::text[])`;
}

/** The rows of every 员工管理; the names of what an employee looks after are the page's own. */
export const employeeRows = {
  from: ownMembers,
  version: employeeVersion,
  columns: employeeColumns,
  derive: deriveInvitation,
  where: { status: invitationStatus },
} as const;
