/** 开户 by an agent: a customer (unit or caterer) and the account of its administrator, together. */
import type { Ctx } from '../../../kit/server/context.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { secretOf } from './account-actions.ts';
import { openOwner } from './open-owner.ts';

export interface NewCustomer {
  type: string;
  unitName: string;
  /** Of a unit: school, company …; null of a caterer. */
  kind: string | null;
  regionId: number | null;
  loginName: string;
  name: string;
  phone: string;
}

/** Opens both in the caller's transaction and answers the password, to be shown once. */
export async function openAccount(
  ctx: Ctx,
  asked: NewCustomer,
): Promise<Refusal | ({ id: number } & ReturnType<typeof secretOf>)> {
  const { type, loginName, name, phone } = asked;
  if (type !== 'CONTRACTOR' && type !== 'ORGANIZATION')
    return refuseField('unitType', '请选择单位或承包商；本代理商的账号在“员工管理”中新增');
  if (type === 'ORGANIZATION' && !asked.kind) return refuseField('unitKind', '请选择单位类型');
  const unit = await ctx.services.openCustomer(ctx, {
    type,
    name: asked.unitName,
    kind: asked.kind,
    regionId: asked.regionId,
    contact: name,
    phone,
  });
  if (isRefusal(unit)) return unit;
  const owner = await openOwner(ctx, { unitType: type, unitId: unit.id, loginName, name, phone });
  if (isRefusal(owner)) return owner;
  // The customer lies in the agent's scope from the next call on.
  ctx.services.sessionCache.forget();
  return { id: owner.employeeId, ...secretOf(loginName, owner.password) };
}
