/** Opens a unit's first account: the person, the built-in role 管理员 and the membership that joins them. */
import { sql } from 'kysely';
import type { UnitType } from '../../../kit/define/page.ts';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx, Db, Services } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { giveTemplateRoles } from '../roles/seed-templates.ts';
import { createAccount } from './create-account.ts';

export interface OwnerInput {
  unitType: UnitType;
  unitId: number;
  loginName: string;
  name: string;
  phone: string | null;
  /** Made up when not given; either way it must be changed at the first sign-in, except in the demo. */
  password?: string;
}

export interface OpenedOwner {
  accountId: number;
  employeeId: number;
  /** To be shown once. */
  password: string;
}

/** The id of the unit's 管理员 role; made when missing, and with it the unit's roles for its typical staff. */
export async function ownerRole(
  services: Services,
  db: Db,
  unitType: UnitType,
  unitId: number,
  actorId: number,
): Promise<number> {
  const at = isoAt(services.clock.now());
  const id = await services.ids.next();
  const made =
    await sql`insert into role (id, name, unit_type, unit_id, data_scope, is_owner, created_at, created_by, updated_at)
    values (${id}, '管理员', ${unitType}, ${unitId}, 'ALL', true, ${at}, ${actorId}, ${at})
    on conflict do nothing`.execute(db);
  if (made.numAffectedRows === 1n) {
    await giveTemplateRoles(services, db, unitType, unitId, actorId);
    return id;
  }
  // Raw: a unit opened a moment ago lies outside the opener's own scope.
  const found = await sql<{ id: number }>`
    select id from role where unit_type = ${unitType} and unit_id = ${unitId} and is_owner`.execute(db);
  return found.rows[0]!.id;
}

/**
 * Opens the account in the caller's transaction (`on` a command's context) or on its own (the services).
 * Refused with LOGIN_NAME_TAKEN or WEAK_PASSWORD, each at its field.
 */
export async function openOwner(on: Ctx | Services, input: OwnerInput): Promise<OpenedOwner | Refusal> {
  const ctx = 'session' in on ? on : undefined;
  const services = 'session' in on ? on.services : on;
  const actorId = ctx?.session.accountId ?? 1;
  const account = await createAccount(services, on.db, {
    loginName: input.loginName,
    name: input.name,
    phone: input.phone,
    ...(input.password === undefined ? {} : { password: input.password }),
    belong: { type: input.unitType, id: input.unitId },
    actorId,
  });
  if (isRefusal(account)) return account;
  const roleId = await ownerRole(services, on.db, input.unitType, input.unitId, actorId);
  const employeeId = await services.ids.next();
  const now = services.clock.now();
  await on.db
    .insertInto('employee')
    .values({
      id: employeeId,
      account_id: account.id,
      unit_type: input.unitType,
      unit_id: input.unitId,
      role_ids: [roleId],
      restaurant_ids: [],
      department_ids: [],
      cash_drawer: false,
      job_title: '管理员',
      hired_at: dateAt(now),
      left_at: null,
      status: 'NORMAL',
      invited_by: null,
      invited_until: null,
      created_at: isoAt(now),
      created_by: actorId,
      updated_at: isoAt(now),
      version: 1,
    })
    .execute();
  await ctx?.audit({
    action: '开户',
    targetId: employeeId,
    targetName: input.loginName,
    changes: [{ key: 'loginName', label: '登录名', before: null, after: input.loginName }],
  });
  return { accountId: account.id, employeeId, password: account.password };
}
