/** The accounts behind rows of memberships, and actions on them that nobody may aim above himself. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, RowValues } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { setAccountStatus, type Target } from '../accounts/account-actions.ts';
import { ownUnit } from '../own-unit.ts';
import { keepsOwner, notAboveOneself } from './member-rules.ts';

/** Accounts of the rows (memberships), once it is sure that the session may touch them. */
export async function memberTargets(
  ctx: Ctx,
  rows: readonly RowValues[],
  selfAction?: string,
): Promise<Target[] | Refusal> {
  const ids = rows.map((r) => r.id);
  const beyond = await notAboveOneself(ctx, ownUnit(ctx), ids);
  if (beyond) return beyond;
  const found = await ctx.db
    .selectFrom('employee as e')
    .innerJoin('account as a', 'a.id', 'e.account_id')
    .select(['e.id as rowId', 'a.id as accountId', 'a.login_name as loginName'])
    .where('e.id', 'in', ids)
    .execute();
  if (selfAction && found.some((t) => t.accountId === ctx.session.accountId))
    return refuse('SELF_LOCKOUT', { action: selfAction });
  return found;
}

/** An action on exactly one account; `selfAction` names what one must not do to oneself. */
export const oneMember =
  <T>(work: (ctx: Ctx, target: Target) => Promise<T>, selfAction?: string) =>
  async (ctx: Ctx, { rows }: ActionInput): Promise<T | Refusal> => {
    const found = await memberTargets(ctx, rows, selfAction);
    if (isRefusal(found)) return found;
    return found.length === 1 ? work(ctx, found[0]!) : refuse('MALFORMED', { detail: '一次只能处理一个账号' });
  };

/** Enables or disables the accounts behind the rows. */
export const setMembersStatus =
  (status: 'NORMAL' | 'DISABLED') =>
  async (ctx: Ctx, { rows }: ActionInput) => {
    const found = await memberTargets(ctx, rows, status === 'DISABLED' ? '停用' : undefined);
    if (isRefusal(found)) return found;
    await setAccountStatus(ctx, found, status);
    return (await keepsOwner(ctx, ownUnit(ctx), '停用')) ?? null;
  };
