/** A fresh database with units, contracts and sessions for tests of tenancy and of the domains that stand on it. */
import { createHash, createSecretKey } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { Registry } from 'prom-client';
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts';
import type { UnitType } from '../../kit/define/page.ts';
import { dateAt, isoAt, manualClock } from '../../kit/server/clock.ts';
import type { Ctx, Db, Services, Session } from '../../kit/server/context.ts';
import type { Domain } from '../../kit/server/domain.ts';
import { blockIds } from '../../kit/server/ids.ts';
import type { Bound } from '../../kit/server/page/binding.ts';
import { dispatch } from '../../kit/server/page/dispatch.ts';
import { makeContext } from '../../kit/server/page/make-context.ts';
import { createRegistry } from '../../kit/server/page/registry.ts';
import type { Scope } from '../../kit/server/query/scope.ts';
import { scopePlugin } from '../../kit/server/query/scope-plugin.ts';
import { tableRules } from '../../kit/server/query/table-rules.ts';
import type { Tables } from '../../kit/server/query/tables.ts';
import { createVault } from '../../kit/server/vault.ts';
import { createSessionCache } from '../identity/testing.ts';
import { domains as all } from '../index.ts';
import { resolveScope } from './scope-source.ts';

export interface UnitBench {
  database: TestDatabase;
  services: Services;
  db: Db;
  clock: ReturnType<typeof manualClock>;
  /** Signs an account of the unit in: everything granted, the scope as tenancy resolves it now. */
  as(unitType: UnitType, unitId: number): Promise<Caller>;
}

export interface Caller {
  session: Session;
  ctx(path: string): Ctx;
  /** POST /api{path}/{verb} without HTTP: data, or a refusal. */
  call<T = unknown>(path: string, verb: string, body?: Record<string, unknown>): Promise<T>;
}

/** Ids of the units every bench has: one agent, two contractors, two organizations; the first pair under contract. */
export const units = {
  agent: 11,
  contractor: 21,
  otherContractor: 22,
  organization: 31,
  otherOrganization: 32,
  contract: 41,
} as const;

async function plant(db: Db, at: string): Promise<void> {
  const stamps = { created_at: at, created_by: null, updated_at: at, version: 1 };
  const person = { contact: '王经理', phone: '13800138000', region_id: null };
  await db
    .insertInto('agent')
    .values({
      id: 11,
      name: '江南代理',
      grade_id: 1,
      license_no: null,
      contract_start: null,
      contract_end: null,
      status: 'NORMAL',
      ...person,
      ...stamps,
    })
    .execute();
  const contractor = {
    short_name: null,
    license_no: null,
    food_license_no: null,
    food_license_end: null,
    settle_cycle: 'MONTH',
    fee_rate: 0,
    merchant_no: null,
    expire_at: null,
    status: 'NORMAL',
    ...person,
    ...stamps,
  };
  await db
    .insertInto('contractor')
    .values([
      { id: 21, name: '味佳餐饮', agent_id: 11, ...contractor },
      { id: 22, name: '悦食餐饮', agent_id: null, ...contractor },
    ])
    .execute();
  const organization = {
    address: null,
    food_license_no: null,
    food_license_end: null,
    expire_at: null,
    status: 'NORMAL',
    ...person,
    ...stamps,
  };
  await db
    .insertInto('organization')
    .values([
      { id: 31, name: '第一中学', kind: 'SCHOOL', agent_id: 11, ...organization },
      { id: 32, name: '华光电子', kind: 'COMPANY', agent_id: null, ...organization },
    ])
    .execute();
  await db
    .insertInto('contract_site')
    .values({
      organization_id: 31,
      id: 41,
      contractor_id: 21,
      restaurant_ids: [],
      start_date: '2026-01-01',
      end_date: '2026-12-31',
      share_ratio: 0,
      manage_fee_fen: 0,
      deposit_amount_fen: 0,
      settle_cycle: 'MONTH',
      bear_correction: 'CONTRACTOR',
      attachment: null,
      accounts_visible: 'SOLE',
      count_price_fen: 0,
      split_mode: 'CONSUME',
      status: 'ACTIVE',
      ended_reason: null,
      ...stamps,
    })
    .execute();
}

/** Opens the bench. `pages` are the bindings its registry knows, `domains` are built. */
export async function unitBench(domains: readonly Domain[], pages: readonly Bound[]): Promise<UnitBench> {
  const database = await testDatabase();
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: database.pool }) });
  const clock = manualClock(Date.parse('2026-11-20T09:00:00+08:00'));
  const rules = tableRules(all);
  const silent = () => undefined;
  let turn = 0;
  const random = {
    token: (bytes: number) => createHash('shake256', { outputLength: bytes }).update(`t${turn++}`).digest('base64url'),
    fraction: () => 0.5,
  };
  const services = {
    metrics: new Registry(),
    pool: database.pool,
    aside: database.aside,
    db,
    scoped: (scope: Scope, inside = db) => inside.withPlugin(scopePlugin(rules, scope)),
    clock,
    ids: blockIds(
      async () => (await database.aside.query<{ block: number }>(`select nextval('id_block') as block`)).rows[0]!.block,
    ),
    random,
    vault: createVault([createSecretKey(Buffer.alloc(32, 7))], random),
    config: { demo: false, company: '测试平台', version: '1.0.0', nodeNumber: 0 },
    log: { info: silent, warn: silent, error: silent },
    registry: createRegistry(pages),
    sessionCache: createSessionCache(),
  } as unknown as Services;
  for (const domain of domains) await domain.build?.(services);
  await plant(db, isoAt(clock.now()));
  return { database, services, db, clock, as: (type, id) => signIn(services, type, id) };
}

async function signIn(services: Services, unitType: UnitType, unitId: number): Promise<Caller> {
  const {
    unitName,
    active: _active,
    ...reach
  } = await resolveScope(services.db, unitType, unitId, dateAt(services.clock.now()));
  const scope: Scope = { unitType, unitId, ...reach, departments: 'ALL', operator: null };
  const session: Session = {
    accountId: unitId + 9000,
    employeeId: unitId + 8000,
    account: 'tester',
    name: '测试员',
    unitType,
    unitId,
    unitName,
    grants: 'ALL',
    scope,
    mustChangePassword: false,
    tokenHash: '',
  };
  const ctx = (path: string) => makeContext(services, session, path, { ip: '10.0.0.1' });
  return {
    session,
    ctx,
    call: async <T>(path: string, verb: string, body: Record<string, unknown> = {}) =>
      (await dispatch(services.registry, services.registry.at(path)!, verb, ctx(path), body)) as T,
  };
}
