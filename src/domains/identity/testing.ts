/** Services over a fresh database for tests: a still clock, replayable randomness, units that exist because they are said to. */
import { createHash, createSecretKey } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts';
import type { UnitType } from '../../kit/define/page.ts';
import { manualClock } from '../../kit/server/clock.ts';
import type { Services } from '../../kit/server/context.ts';
import { createApp } from '../../kit/server/http/app.ts';
import { registerPages } from '../../kit/server/http/pages.ts';
import { blockIds } from '../../kit/server/ids.ts';
import type { Bound } from '../../kit/server/page/binding.ts';
import { createRegistry } from '../../kit/server/page/registry.ts';
import type { Scope } from '../../kit/server/query/scope.ts';
import { scopePlugin } from '../../kit/server/query/scope-plugin.ts';
import { tableRules } from '../../kit/server/query/table-rules.ts';
import type { Tables } from '../../kit/server/query/tables.ts';
import { createVault } from '../../kit/server/vault.ts';
import { domains } from '../index.ts';
import { tenancy } from '../tenancy/domain.ts';
import { identity } from './domain.ts';
import type { UnitScope } from './services.ts';
import { createAuthenticator } from './sessions/authenticator.ts';

export { queueName } from './system/queue-words.ts';
export { backupWarning } from './system/server-health.ts';

/** Bytes that repeat from run to run. */
export function seededToken(seed: string): (bytes: number) => string {
  let turn = 0;
  return (bytes) => createHash('shake256', { outputLength: bytes }).update(`${seed}:${turn++}`).digest('base64url');
}

export interface IdentityBench {
  database: TestDatabase;
  services: Services;
  clock: ReturnType<typeof manualClock>;
  /** Units by `TYPE:id`; tests add and change them. */
  units: Map<string, UnitScope>;
  unit(type: UnitType, id: number, name: string, reach?: Partial<UnitScope>): void;
}

/** Opens a database and puts identity on it. `pages` are the bindings the registry knows. */
export async function identityBench(pages: readonly Bound[] = [], demo = false): Promise<IdentityBench> {
  const database = await testDatabase();
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: database.pool }) });
  const clock = manualClock(Date.parse('2026-11-20T09:00:00+08:00'));
  const units = new Map<string, UnitScope>();
  const random = { token: seededToken('identity'), fraction: () => 0.5 };
  const silent = () => undefined;
  const services = {
    pool: database.pool,
    aside: database.aside,
    db,
    scoped: (scope: Scope, inside = db) => inside.withPlugin(scopePlugin(tableRules(domains), scope)),
    clock,
    ids: blockIds(
      async () => (await database.aside.query<{ block: number }>(`select nextval('id_block') as block`)).rows[0]!.block,
    ),
    random,
    vault: createVault([createSecretKey(Buffer.alloc(32, 7))], random),
    config: { demo, company: '测试平台', version: '1.0.0' },
    log: { info: silent, warn: silent, error: silent },
    registry: createRegistry(pages),
  } as unknown as Services;
  tenancy.build?.(services);
  services.scopeSource = { resolveScope: async (_db, type, id) => units.get(`${type}:${id}`) };
  identity.build?.(services);
  return {
    database,
    services,
    clock,
    units,
    unit(type, id, name, reach = {}) {
      const own = (t: UnitType) => (t === type ? [id] : []);
      units.set(`${type}:${id}`, {
        unitName: name,
        active: true,
        agents: type === 'PLATFORM' ? 'ALL' : own('AGENT'),
        contractors: type === 'PLATFORM' ? 'ALL' : own('CONTRACTOR'),
        organizations: type === 'PLATFORM' ? 'ALL' : own('ORGANIZATION'),
        restaurants: 'ALL',
        ...reach,
      });
    },
  };
}

/** The HTTP server over a bench, for `app.inject`. */
export async function identityApp(bench: IdentityBench) {
  const { services } = bench;
  const app = await createApp({ log: services.log, health: async () => ({ ok: true }), ready: async () => true });
  const auth = createAuthenticator(services);
  await identity.routes?.(app, { services, auth });
  registerPages(app, services, services.registry, auth);
  await app.ready();
  return app;
}

// Roles, menus and the session cache, which tests elsewhere look at.
export { syncMenus } from './menus/sync-menus.ts';
export { allGrants, permissionGroups } from './roles/permissions.ts';
export { grantsOf } from './roles/ready-grants.ts';
export { readyRoles } from './roles/ready-roles.ts';
export { createSessionCache } from './sessions/session-cache.ts';
