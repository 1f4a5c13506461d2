/** Makes a membership: of a new account, or of one that somebody of this name has already. */
import { sql } from 'kysely';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Show } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { secretOf } from '../accounts/account-actions.ts';
import { createAccount } from '../accounts/create-account.ts';
import { inviteAccount } from '../invitations/invite.ts';
import { ownUnit } from '../own-unit.ts';
import { withinOwnRights } from './member-rules.ts';

export interface Hire {
  loginName: string;
  name: string;
  phone: string | null;
  roleIds: readonly number[];
  jobTitle?: string | null;
  restaurantIds?: readonly number[] | null;
  departmentIds?: readonly number[] | null;
  cashDrawer?: boolean | null;
  hiredAt?: string | null;
  leftAt?: string | null;
}

interface Joined extends Show {
  accountId: number;
  /** Has the account already: is asked first. */
  asked: boolean;
}

async function accountFor(ctx: Ctx, hire: Hire, joinExisting: boolean): Promise<Joined | Refusal> {
  const unit = ownUnit(ctx);
  const known = joinExisting
    ? await ctx.db
        .selectFrom('account')
        .select(['id', 'name'])
        .where((eb) => eb(eb.fn('lower', ['login_name']), '=', hire.loginName.toLowerCase()))
        .executeTakeFirst()
    : undefined;
  if (known) {
    // Only who knows both login name and name of a person takes that person on; nothing of the account changes.
    if (known.name === hire.name && known.id !== 1) return { accountId: known.id, asked: true };
    const message = `登录名「${hire.loginName}」已被使用；若是同一人，请填写与其账号一致的姓名`;
    return refuse('LOGIN_NAME_TAKEN', { name: hire.loginName }, { loginName: message });
  }
  const made = await createAccount(ctx.services, ctx.db, {
    loginName: hire.loginName,
    name: hire.name,
    phone: hire.phone,
    belong: unit,
    actorId: ctx.session.accountId,
  });
  return isRefusal(made) ? made : { accountId: made.id, asked: false, ...secretOf(hire.loginName, made.password) };
}

/** The membership's id, with the password to show when an account was made; who has one already is invited (`asked`). */
export async function takeOn(
  ctx: Ctx,
  hire: Hire,
  { joinExisting }: { joinExisting: boolean },
): Promise<({ id: number } & Joined) | Refusal> {
  const unit = ownUnit(ctx);
  const beyond = await withinOwnRights(ctx, unit, hire.roleIds);
  if (beyond) return beyond;
  const joined = await accountFor(ctx, hire, joinExisting);
  if (isRefusal(joined)) return joined;
  if (joined.asked) {
    const invited = await inviteAccount(ctx, joined.accountId, hire);
    return isRefusal(invited) ? invited : { id: invited, ...joined };
  }
  const id = await ctx.ids.next();
  const now = ctx.clock.now();
  const made =
    await sql`insert into employee (id, account_id, unit_type, unit_id, role_ids, restaurant_ids, department_ids,
      cash_drawer, job_title, hired_at, left_at, created_at, created_by, updated_at)
    values (${id}, ${joined.accountId}, ${unit.type}, ${unit.id}, ${[...hire.roleIds]}, ${[...(hire.restaurantIds ?? [])]},
      ${[...(hire.departmentIds ?? [])]}, ${hire.cashDrawer ?? false}, ${hire.jobTitle ?? null},
      ${hire.hiredAt ?? dateAt(now)}, ${hire.leftAt ?? null}, ${isoAt(now)}, ${ctx.session.accountId}, ${isoAt(now)})
    on conflict do nothing`.execute(ctx.db);
  if (made.numAffectedRows !== 1n)
    return refuse('DUPLICATE', { label: '员工', value: hire.name }, { loginName: '该账号已是本单位员工' });
  return { id, ...joined };
}
