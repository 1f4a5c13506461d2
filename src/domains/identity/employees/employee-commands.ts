/** Commands of the 员工管理 pages, whichever area they stand in. */
import type { Fields } from '../../../kit/define/field.ts';
import { changesOf } from '../../../kit/server/audit/entry.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, RowValues, Show } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { withdrawInvitations } from '../invitations/invite.ts';
import { ownUnit } from '../own-unit.ts';
import { takeOn } from './hire.ts';
import { keepsOwner, notAboveOneself, withinOwnRights } from './member-rules.ts';

interface EmployeeValues {
  name?: string | null;
  phone?: string | null;
  loginName?: string | null;
  jobTitle?: string | null;
  roleIds?: readonly number[] | null;
  restaurantIds?: readonly number[] | null;
  departmentIds?: readonly number[] | null;
  cashDrawer?: boolean | null;
  hiredAt?: string | null;
  leftAt?: string | null;
}

function badDays(hiredAt: string | null | undefined, leftAt: string | null | undefined): Refusal | undefined {
  return hiredAt && leftAt && leftAt < hiredAt
    ? refuse('INVALID_FIELDS', { detail: '离职日期不能早于入职日期' }, { leftAt: '不能早于入职日期' })
    : undefined;
}

/** `create` of a page with these fields. */
export const hireEmployee =
  (fields: Fields) =>
  async (ctx: Ctx, values: EmployeeValues): Promise<({ id: number } & Show) | Refusal> => {
    const wrong = badDays(values.hiredAt, values.leftAt);
    if (wrong) return wrong;
    const made = await takeOn(
      ctx,
      {
        ...values,
        loginName: values.loginName!,
        name: values.name!,
        phone: values.phone ?? null,
        roleIds: values.roleIds ?? [],
      },
      { joinExisting: true },
    );
    if (isRefusal(made)) return made;
    const { accountId: _accountId, asked, ...shown } = made;
    await ctx.audit({
      action: asked ? '邀请' : '新增',
      targetId: made.id,
      targetName: values.name!,
      changes: changesOf(fields, null, values as Record<string, unknown>),
    });
    return shown;
  };

/** Name and phone belong to the account: only the unit that looks after it may change them. */
async function changePerson(
  ctx: Ctx,
  id: number,
  values: EmployeeValues,
  before: RowValues,
): Promise<Refusal | undefined> {
  const name = values.name && values.name !== before.name ? values.name : undefined;
  const phone = values.phone !== undefined && values.phone !== before.phone ? values.phone : undefined;
  if (name === undefined && phone === undefined) return undefined;
  const unit = ownUnit(ctx);
  const changed = await ctx.db
    .updateTable('account')
    .set((eb) => ({
      ...(name === undefined ? {} : { name }),
      ...(phone === undefined ? {} : { phone }),
      updated_at: isoAt(ctx.clock.now()),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', (eb) => eb.selectFrom('employee').select('account_id').where('id', '=', id))
    .where('belong_type', '=', unit.type)
    .where('belong_id', '=', unit.id)
    .executeTakeFirst();
  if (changed.numUpdatedRows > 0n) return undefined;
  const message = '该账号由其他单位管理，姓名和手机号不能在此修改';
  return refuse('NOT_OWN_ACCOUNT', {}, { [name === undefined ? 'phone' : 'name']: message });
}

/** `update` of a page with these fields. */
export const changeEmployee =
  (fields: Fields) =>
  async (ctx: Ctx, id: number, values: EmployeeValues, before: RowValues): Promise<Refusal | undefined> => {
    const unit = ownUnit(ctx);
    const no =
      badDays(
        values.hiredAt === undefined ? (before.hiredAt as string | null) : values.hiredAt,
        values.leftAt === undefined ? (before.leftAt as string | null) : values.leftAt,
      ) ??
      (await notAboveOneself(ctx, unit, [id])) ??
      (values.roleIds ? await withinOwnRights(ctx, unit, values.roleIds) : undefined) ??
      (await changePerson(ctx, id, values, before));
    if (no) return no;
    const set = <T>(column: string, value: T | undefined) => (value === undefined ? {} : { [column]: value });
    const { account_id } = await ctx.db
      .updateTable('employee')
      .set((eb) => ({
        ...set('job_title', values.jobTitle),
        ...(values.roleIds ? { role_ids: [...values.roleIds] } : {}),
        ...(values.restaurantIds === undefined ? {} : { restaurant_ids: [...(values.restaurantIds ?? [])] }),
        ...(values.departmentIds === undefined ? {} : { department_ids: [...(values.departmentIds ?? [])] }),
        ...(values.cashDrawer === undefined ? {} : { cash_drawer: values.cashDrawer ?? false }),
        ...set('hired_at', values.hiredAt),
        ...set('left_at', values.leftAt),
        updated_at: isoAt(ctx.clock.now()),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .returning('account_id')
      .executeTakeFirstOrThrow();
    ctx.services.sessionCache.forget(account_id);
    await ctx.audit({
      action: '编辑',
      targetId: id,
      targetName: String(before.name),
      changes: changesOf(fields, before, values as Record<string, unknown>),
    });
    return keepsOwner(ctx, unit, '取消其管理员角色或在职状态');
  };

/** Enables or disables memberships; the accounts behind them stay as they are. */
export const setEmployeeStatus =
  (status: 'NORMAL' | 'DISABLED') =>
  async (ctx: Ctx, { ids, rows }: ActionInput) => {
    const unit = ownUnit(ctx);
    const action = status === 'NORMAL' ? '启用' : '停用';
    const beyond = await notAboveOneself(ctx, unit, ids);
    if (beyond) return beyond;
    if (status === 'DISABLED' && ctx.session.employeeId !== null && ids.includes(ctx.session.employeeId))
      return refuse('SELF_LOCKOUT', { action });
    const touched = await ctx.db
      .updateTable('employee')
      .set((eb) => ({ status, updated_at: isoAt(ctx.clock.now()), version: eb('version', '+', 1) }))
      .where('id', 'in', ids)
      .returning('account_id')
      .execute();
    for (const { account_id } of touched) ctx.services.sessionCache.forget(account_id);
    for (const row of rows)
      await ctx.audit({
        action,
        targetId: row.id,
        targetName: String(row.name),
        changes: [{ key: 'status', label: '状态', before: row.status, after: status }],
      });
    return keepsOwner(ctx, unit, action);
  };

/** The actions of the pages' lists. */
export const employeeActions = {
  disable: setEmployeeStatus('DISABLED'),
  enable: setEmployeeStatus('NORMAL'),
  withdraw: withdrawInvitations,
};
