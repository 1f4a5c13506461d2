/** Puts the server together: database, services, domains, pages, HTTP. The entry and the tests both use it. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import { createAuthenticator } from './domains/identity/authenticator.ts';
import { loadSession } from './domains/identity/load-session.ts';
import { domains } from './domains/index.ts';
import { type Clock, systemClock } from './kit/server/clock.ts';
import type { Config } from './kit/server/config.ts';
import type { Log, Services } from './kit/server/context.ts';
import { openDatabase } from './kit/server/db/open.ts';
import { createDiskStore } from './kit/server/files/disk-store.ts';
import { createS3Store, readS3Config } from './kit/server/files/s3-store.ts';
import { registerUpload } from './kit/server/files/upload-route.ts';
import { createApp } from './kit/server/http/app.ts';
import { registerDocs } from './kit/server/http/docs.ts';
import { registerPages, signedIn } from './kit/server/http/pages.ts';
import { blockIds, type Random } from './kit/server/ids.ts';
import { defineExportJobs, scheduleExportCleanup } from './kit/server/jobs/export/define-export-jobs.ts';
import { defineImportJobs, scheduleImportCleanup } from './kit/server/jobs/import/define-import-jobs.ts';
import { createJobs } from './kit/server/jobs/jobs.ts';
import { exportPlanner, type SessionOf } from './kit/server/page/export-plan.ts';
import { importParts } from './kit/server/page/import-parts.ts';
import { createRegistry, loadBindings } from './kit/server/page/registry.ts';
import type { TableScopes } from './kit/server/query/scope.ts';
import { scopePlugin } from './kit/server/query/scope-plugin.ts';
import type { Tables } from './kit/server/query/tables.ts';
import { isRefusal } from './kit/server/refusal.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

export const systemRandom: Random = {
  token: (bytes) => randomBytes(bytes).toString('base64url'),
  fraction: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
};

export interface Assembled {
  app: FastifyInstance;
  services: Services;
  /** Stops taking requests, finishes what runs, closes the database. */
  stop(): Promise<void>;
}

export interface AssembleOptions {
  config: Config;
  log: Log;
  clock?: Clock;
  random?: Random;
}

/** The folder below the data directory, or a bucket when one is configured. */
function fileStore(config: Config, clock: Clock, random: Random) {
  const s3 = readS3Config(process.env);
  return s3
    ? createS3Store({ ...s3, clock, random, tempDir: join(config.dataDir, 'temp') })
    : createDiskStore(join(config.dataDir, 'files'), random);
}

/** The session of an account in a unit, for work that began there and goes on after the request. */
const memberSession =
  (services: Services, sessionOf: SessionOf) =>
  async (accountId: number, unit: { unitType: string | null; unitId: number | null }) => {
    if (unit.unitType === null) return sessionOf(accountId, null);
    const member = await services.pool.query<{ id: number }>(
      'select id from employee where account_id = $1 and unit_type = $2 and unit_id = $3 order by id limit 1',
      [accountId, unit.unitType, unit.unitId],
    );
    return sessionOf(accountId, member.rows[0]?.id ?? 0);
  };

/** Opens the database, builds every domain and registers all routes; nothing listens yet. */
export async function assemble({
  config,
  log,
  clock = systemClock,
  random = systemRandom,
}: AssembleOptions): Promise<Assembled> {
  const database = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    log: (message) => log.info(message),
  });
  try {
    const { pool } = database;
    const rules: TableScopes = Object.assign({}, ...domains.map((d) => d.tables));
    const bare = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    const registry = createRegistry(await loadBindings(join(here, 'domains')));
    const services = {
      pool,
      connectionConfig: database.connectionConfig,
      db: bare,
      scoped: (scope) => bare.withPlugin(scopePlugin(rules, scope)),
      clock,
      ids: blockIds(
        async () => (await pool.query<{ block: number }>(`select nextval('id_block') as block`)).rows[0]!.block,
      ),
      random,
      config,
      log,
      registry,
      jobs: createJobs({ connection: database.connectionConfig, log }),
      files: fileStore(config, clock, random),
      // Domains add their own parts while they are built, before any request is taken.
    } as Services;
    for (const domain of domains) await domain.build?.(services);
    const exports = {
      pool,
      connection: database.connectionConfig,
      store: services.files,
      clock,
      random,
      log,
      tempDir: join(config.dataDir, 'temp'),
    };
    const sessionOf: SessionOf = async (accountId, employeeId) => {
      const session = await loadSession(services, accountId, employeeId);
      return isRefusal(session) ? session : { ...session, tokenHash: '' };
    };
    defineExportJobs(services.jobs, exports, exportPlanner(services, sessionOf));
    defineImportJobs(services.jobs, exports, importParts(services, memberSession(services, sessionOf)));

    const app = await createApp({
      log,
      consoleDir: config.consoleDir ?? join(here, '..', 'dist'),
      health: async () => ({
        ok: await pool.query('select 1').then(
          () => true,
          () => false,
        ),
        version: config.version,
        name: config.company,
      }),
    });
    const auth = createAuthenticator(services);
    for (const domain of domains) await domain.routes?.(app, { services, auth });
    await registerUpload(app, {
      store: services.files,
      sql: pool,
      ids: services.ids,
      clock,
      random,
      imageHost: config.imageHost,
      authorize: async (request) => {
        const who = await signedIn(auth, request);
        if (isRefusal(who)) return who;
        const { accountId, unitType, unitId } = who.session;
        return { accountId, unitType, unitId, ...(who.token ? { token: who.token } : {}) };
      },
    });
    registerDocs(app, registry);
    registerPages(app, services, registry, auth);
    await services.jobs.start();
    await scheduleExportCleanup(services.jobs);
    await scheduleImportCleanup(services.jobs);
    for (const domain of domains) await domain.start?.(services);
    await app.ready();

    const stop = async () => {
      await app.close();
      await services.jobs.stop();
      for (const domain of [...domains].reverse()) await domain.stop?.(services);
      await database.stop();
    };
    return { app, services, stop };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
