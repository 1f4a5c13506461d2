/** Asks somebody who has an account already whether he joins the unit: no access before he says yes. */
import { sql } from 'kysely';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Hire } from '../employees/hire.ts';
import { notAboveOneself } from '../employees/member-rules.ts';
import { ownUnit } from '../own-unit.ts';

/** An invitation waits this long. */
export const invitationMs = 14 * 86_400_000;

/** The id of the membership asked for; one that was declined or ran out is asked for anew. */
export async function inviteAccount(ctx: Ctx, accountId: number, hire: Hire): Promise<number | Refusal> {
  const unit = ownUnit(ctx);
  const id = await ctx.ids.next();
  const now = ctx.clock.now();
  const at = isoAt(now);
  const made = await sql<{
    id: number;
  }>`insert into employee (id, account_id, unit_type, unit_id, role_ids, restaurant_ids, department_ids,
      cash_drawer, job_title, hired_at, left_at, status, invited_by, invited_until, created_at, created_by, updated_at)
    values (${id}, ${accountId}, ${unit.type}, ${unit.id}, ${[...hire.roleIds]}, ${[...(hire.restaurantIds ?? [])]},
      ${[...(hire.departmentIds ?? [])]}, ${hire.cashDrawer ?? false}, ${hire.jobTitle ?? null}, ${hire.hiredAt ?? dateAt(now)},
      ${hire.leftAt ?? null}, 'INVITED', ${ctx.session.name}, ${isoAt(now + invitationMs)}, ${at}, ${ctx.session.accountId}, ${at})
    on conflict (unit_type, unit_id, account_id) do update set role_ids = excluded.role_ids, restaurant_ids = excluded.restaurant_ids,
      department_ids = excluded.department_ids, cash_drawer = excluded.cash_drawer, job_title = excluded.job_title,
      hired_at = excluded.hired_at, left_at = excluded.left_at, status = 'INVITED', invited_by = excluded.invited_by,
      invited_until = excluded.invited_until, updated_at = excluded.updated_at, version = employee.version + 1
    where employee.status = 'DECLINED' or (employee.status = 'INVITED' and employee.invited_until <= ${at})
    returning id`.execute(ctx.db);
  return (
    made.rows[0]?.id ??
    refuse('DUPLICATE', { label: '员工', value: hire.name }, { loginName: '该账号已是本单位员工，或已在邀请中' })
  );
}

/** Takes invitations back: what was asked is gone, as if nobody had asked. */
export async function withdrawInvitations(ctx: Ctx, { ids, rows }: ActionInput): Promise<Refusal | null> {
  const beyond = await notAboveOneself(ctx, ownUnit(ctx), ids);
  if (beyond) return beyond;
  const gone = await ctx.db
    .deleteFrom('employee')
    .where('id', 'in', ids)
    .where('status', 'in', ['INVITED', 'DECLINED'])
    .executeTakeFirst();
  if (Number(gone.numDeletedRows) < ids.length) return refuse('INVITATION_OVER');
  for (const row of rows)
    await ctx.audit({ action: '撤回邀请', targetId: row.id, targetName: String(row.loginName ?? row.name) });
  return null;
}
