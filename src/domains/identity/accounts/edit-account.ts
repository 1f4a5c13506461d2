/** Editing an account, from whichever page it is looked at. */
import type { Fields } from '../../../kit/define/field.ts';
import { changesOf } from '../../../kit/server/audit/entry.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { RowValues } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { withinOwnRights } from '../employees/member-rules.ts';
import { memberTargets } from '../employees/member-targets.ts';
import { ownUnit } from '../own-unit.ts';
import type { Target } from './account-actions.ts';

export interface AccountValues {
  name?: string | null;
  phone?: string | null;
  roleIds?: readonly number[] | null;
}

/** Name and phone of an account; what is not sent stays. Its sessions read the new name at once. */
export async function editAccount(
  ctx: Ctx,
  fields: Fields,
  target: Target,
  values: AccountValues,
  before: RowValues,
): Promise<null> {
  await ctx.db
    .updateTable('account')
    .set((eb) => ({
      ...(values.name ? { name: values.name } : {}),
      ...(values.phone === undefined ? {} : { phone: values.phone }),
      updated_at: isoAt(ctx.clock.now()),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', target.accountId)
    .execute();
  ctx.services.sessionCache.forget(target.accountId);
  await ctx.audit({
    action: '编辑',
    targetId: target.rowId,
    targetName: target.loginName,
    changes: changesOf(fields, before, { ...values }),
  });
  return null;
}

/** As `editAccount`, of a member of one's own unit or below, and not above oneself; with its roles where they are sent. */
export async function editMember(
  ctx: Ctx,
  fields: Fields,
  id: number,
  values: AccountValues,
  before: RowValues,
): Promise<Refusal | null> {
  const found = await memberTargets(ctx, [before]);
  if (isRefusal(found)) return found;
  const { roleIds } = values;
  if (roleIds) {
    const beyond = await withinOwnRights(ctx, ownUnit(ctx), roleIds);
    if (beyond) return beyond;
  }
  await ctx.db
    .updateTable('employee')
    .set((eb) => ({
      ...(roleIds ? { role_ids: [...roleIds] } : {}),
      updated_at: isoAt(ctx.clock.now()),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  return editAccount(ctx, fields, found[0]!, values, before);
}
