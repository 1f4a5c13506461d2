/** Builds what a signed-in account may do and see, from its membership, roles and unit. */
import { dateAt } from '../../../kit/server/clock.ts';
import type { Services, Session } from '../../../kit/server/context.ts';
import { everything, type Scope } from '../../../kit/server/query/scope.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { departmentsBelow } from '../../people/public.server.ts';
import type { AccountRow, EmployeeRow } from '../tables.ts';
import { narrowed } from './data-scope.ts';
import { inForce } from './identities.ts';

export type BareSession = Omit<Session, 'tokenHash'>;

const ended = () => refuse('IDENTITY_ENDED');

async function memberSession(
  services: Services,
  account: AccountRow,
  member: EmployeeRow,
): Promise<BareSession | Refusal> {
  const { db, clock } = services;
  if (!inForce(member, dateAt(clock.now()))) return ended();
  const [unit, roles] = await Promise.all([
    services.scopeSource.resolveScope(db, member.unit_type, member.unit_id),
    db
      .selectFrom('role')
      .select(['grants', 'data_scope', 'is_owner'])
      .where('id', 'in', member.role_ids.length > 0 ? member.role_ids : [0])
      .where('unit_type', '=', member.unit_type)
      .where('unit_id', '=', member.unit_id)
      .where('status', '=', 'NORMAL')
      .execute(),
  ]);
  if (!unit?.active) return ended();
  const owner = roles.some((r) => r.is_owner);
  const scope: Scope = {
    unitType: member.unit_type,
    unitId: member.unit_id,
    agents: unit.agents,
    contractors: unit.contractors,
    organizations: unit.organizations,
    restaurants: unit.restaurants,
    served: unit.served,
    accounts: unit.accounts,
    departments: 'ALL',
    operator: null,
  };
  const departmentIds =
    member.unit_type === 'ORGANIZATION' && member.department_ids.length > 0
      ? await departmentsBelow(db, member.unit_id, member.department_ids)
      : member.department_ids;
  return {
    accountId: account.id,
    employeeId: member.id,
    account: account.login_name,
    name: account.name,
    unitType: member.unit_type,
    unitId: member.unit_id,
    unitName: unit.unitName,
    grants: owner ? 'ALL' : new Set(roles.flatMap((r) => r.grants)),
    scope: narrowed(scope, owner ? ['ALL'] : roles.map((r) => r.data_scope), {
      restaurantIds: member.restaurant_ids,
      departmentIds,
      accountId: account.id,
    }),
    dataScopes: owner ? ['ALL'] : roles.map((r) => r.data_scope),
    mustChangePassword: account.must_change_password,
  };
}

/** The session of an account under a membership (null: the super administrator), or why there is none any more. */
export async function loadSession(
  services: Services,
  accountId: number,
  employeeId: number | null,
): Promise<BareSession | Refusal> {
  const { db } = services;
  const account = await db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirst();
  if (account?.status !== 'NORMAL') return ended();
  if (employeeId !== null) {
    const member = await db
      .selectFrom('employee')
      .selectAll()
      .where('id', '=', employeeId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    return member ? memberSession(services, account, member) : ended();
  }
  if (account.belong_type !== null) return ended();
  return {
    accountId: account.id,
    employeeId: null,
    account: account.login_name,
    name: account.name,
    unitType: null,
    unitId: null,
    unitName: null,
    grants: 'ALL',
    scope: everything,
    mustChangePassword: account.must_change_password,
  };
}
