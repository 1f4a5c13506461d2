/** A new unit gets its first login account in the same transaction; the password is shown once. */
import type { UnitType } from '../../../kit/define/page.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Show } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { openOwner } from '../../identity/public.server.ts';

interface OwnerValues {
  loginName?: string | null;
  password?: string | null;
  contact?: string | null;
  phone?: string | null;
}

/** Opens the account of the unit that `made` answers, or passes its refusal on. */
export async function withOwner(
  ctx: Ctx,
  unitType: UnitType,
  values: OwnerValues,
  made: ({ id: number } & Show) | Refusal,
): Promise<({ id: number } & Show) | Refusal> {
  if (isRefusal(made)) return made;
  const owner = await openOwner(ctx, {
    unitType,
    unitId: made.id,
    loginName: values.loginName!,
    name: values.contact!,
    phone: values.phone ?? null,
    ...(values.password ? { password: values.password } : {}),
  });
  if (isRefusal(owner)) return owner;
  const note = `登录名 ${values.loginName}。密码只显示这一次，请转交联系人，首次登录须修改`;
  return { id: made.id, secret: { label: '初始密码', value: owner.password, note } };
}
