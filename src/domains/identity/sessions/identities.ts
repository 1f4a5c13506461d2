/** The memberships an account may act under, with the words the identity switch shows. */
import type { UnitType } from '../../../kit/define/page.ts';
import { dateAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { EmployeeRow } from '../tables.ts';

export const unitTypeLabels: Readonly<Record<UnitType, string>> = {
  PLATFORM: '平台',
  AGENT: '代理商',
  CONTRACTOR: '承包商',
  ORGANIZATION: '单位',
};

export interface Identity {
  /** The membership (employee). */
  id: number;
  type: UnitType;
  /** Kind of unit, in words. */
  label: string;
  /** The unit's name. */
  name: string;
}

/** Is the membership in force on a day? */
export function inForce(member: Pick<EmployeeRow, 'status' | 'left_at' | 'hired_at'>, today: string): boolean {
  return member.status === 'NORMAL' && (member.left_at === null || member.left_at >= today);
}

/** Memberships in force whose unit is active, oldest first; `reason` says why the others are not when none is left. */
export async function identitiesOf(
  services: Services,
  accountId: number,
): Promise<{ identities: Identity[]; reason: string }> {
  const members = await services.db
    .selectFrom('employee')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .limit(100)
    .execute();
  const today = dateAt(services.clock.now());
  const identities: Identity[] = [];
  let reason = members.length === 0 ? '尚未加入任何单位' : '在职身份已停用';
  for (const member of members.filter((m) => inForce(m, today))) {
    const unit = await services.scopeSource.resolveScope(services.db, member.unit_type, member.unit_id);
    if (unit?.active)
      identities.push({
        id: member.id,
        type: member.unit_type,
        label: unitTypeLabels[member.unit_type],
        name: unit.unitName,
      });
    else reason = unit?.unitName ? `「${unit.unitName}」已停用或服务已到期` : '所属单位不存在';
  }
  return { identities, reason };
}
