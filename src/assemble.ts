/** Puts the server together: database, services, domains, pages, HTTP. The entry and the tests both use it. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Registry as MetricsRegistry } from 'prom-client';
import { createAuthenticator, loadSession } from './domains/identity/public.server.ts';
import { domains } from './domains/index.ts';
import { writeAudit } from './kit/server/audit/write.ts';
import { type Clock, isoAt, systemClock } from './kit/server/clock.ts';
import type { Config } from './kit/server/config.ts';
import type { Db, Log, Services, Session } from './kit/server/context.ts';
import { readCatalog } from './kit/server/db/catalog.ts';
import { guardPool } from './kit/server/db/one-connection.ts';
import { openDatabase } from './kit/server/db/open.ts';
import { createPool } from './kit/server/db/pool.ts';
import { readBeside } from './kit/server/db/read-beside.ts';
import { slowStatements } from './kit/server/db/slow-statements.ts';
import { diskRoom } from './kit/server/files/disk-room.ts';
import { createDiskStore } from './kit/server/files/disk-store.ts';
import { createS3Store } from './kit/server/files/s3-store.ts';
import { defineFileSweep, scheduleFileSweep } from './kit/server/files/sweep-files.ts';
import { quotaRoom } from './kit/server/files/upload-quota.ts';
import { mayUpload } from './kit/server/files/upload-rights.ts';
import { registerUpload } from './kit/server/files/upload-route.ts';
import type { Purpose } from './kit/server/files/upload-rules.ts';
import { healthOf } from './kit/server/health.ts';
import { createApp } from './kit/server/http/app.ts';
import { registerDocs } from './kit/server/http/docs.ts';
import { registerPages, signedIn } from './kit/server/http/pages.ts';
import { blockIds, type Random } from './kit/server/ids.ts';
import { inTurn } from './kit/server/in-turn.ts';
import { defineExportJobs, scheduleExportCleanup } from './kit/server/jobs/export/define-export-jobs.ts';
import { defineImportJobs, scheduleImportCleanup } from './kit/server/jobs/import/define-import-jobs.ts';
import { createJobs } from './kit/server/jobs/jobs.ts';
import { registerMetrics } from './kit/server/metrics/metrics-route.ts';
import { tellServer, watchJobs } from './kit/server/metrics/server-metrics.ts';
import { watchRequests } from './kit/server/metrics/watch-requests.ts';
import { registerOpenPages } from './kit/server/open/routes.ts';
import { exportPlanner, type SessionOf } from './kit/server/page/export-plan.ts';
import { may } from './kit/server/page/grants.ts';
import { importParts } from './kit/server/page/import-parts.ts';
import type { Registry } from './kit/server/page/registry.ts';
import { scopePlugin } from './kit/server/query/scope-plugin.ts';
import { tableFaults, tableRules } from './kit/server/query/table-rules.ts';
import type { Tables } from './kit/server/query/tables.ts';
import { isRefusal, refuse } from './kit/server/refusal.ts';
import { createVault } from './kit/server/vault.ts';
import { defineVersionJob, scheduleVersions } from './kit/server/versions/due.ts';
import { readProduct } from './read-product.ts';

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
  /** The embedded database need not wait for the disk at each commit: what is made can be made again. */
  unhurried?: boolean;
}

/** The folder below the data directory, or a bucket when one is configured. */
function fileStore(config: Config, clock: Clock, random: Random) {
  return config.s3
    ? createS3Store({ ...config.s3, clock, random, tempDir: join(config.dataDir, 'temp') })
    : createDiskStore(config.filesDir, random);
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

const evidence = domains.flatMap((domain) => Object.entries(domain.evidence ?? {}));

const opens = (registry: Registry, session: Session) => (path: string) => {
  const entry = registry.at(path);
  return entry !== undefined && may(session, entry.page, entry.path, 'query');
};

/** Columns that may name the file for who asks: of evidence those whose pages he may open. */
function namingColumns(registry: Registry, session: Session, key: string): readonly string[] {
  if (!key.startsWith('evidence/')) return domains.flatMap((domain) => domain.files ?? []);
  const open = opens(registry, session);
  return evidence.filter(([, pages]) => pages?.some(open)).map(([column]) => column);
}

/** Does a row the handle lets through name a stored file? */
async function namedInSight(db: Db, columns: readonly string[], key: string): Promise<boolean> {
  for (const place of columns) {
    // Any table; said of all of them, the compiler would work the query out for each.
    const table = place.split('.')[0] as 'person';
    const row = db.selectFrom(table).select(sql`1`.as('one')).where(sql.ref(place), '=', key).limit(1);
    if (await row.executeTakeFirst()) return true;
  }
  return false;
}

/** Opens the database, builds every domain and registers all routes; nothing listens yet. */
export async function assemble({
  config,
  log,
  clock = systemClock,
  random = systemRandom,
  unhurried = false,
}: AssembleOptions): Promise<Assembled> {
  const slow = slowStatements(clock);
  const database = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    poolUrl: config.databasePoolUrl,
    log: (message) => log.info(message),
    pool: { tell: slow.note },
    unhurried,
  });
  let closing = false;
  const aside = createPool(database.poolConfig, { max: 2, applicationName: 'onecard aside' }, (error) => {
    if (!closing) log.warn('connection aside', { error: String(error) });
  });
  const standby = config.databaseReadUrl
    ? readBeside(database.pool, config.databaseReadUrl, log, slow.note)
    : undefined;
  const close = () => {
    closing = true;
    return Promise.all([aside.end(), standby?.close()]).then(database.stop);
  };
  try {
    const { pool } = database;
    guardPool(pool, (error) => {
      // Found where the product is made; where it is used, a slow answer is better than none.
      if (!config.production) throw error;
      log.error('second connection', { error: error.message });
    });
    const rules = tableRules(domains);
    const strange = tableFaults(rules, await readCatalog(pool));
    if (strange.length > 0) throw new Error(`tables and their lists differ:\n${strange.join('\n')}`);
    const bare = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    const { registry, openPages } = await readProduct();
    const metrics = new MetricsRegistry();
    const disk = diskRoom(clock, {
      folders: [config.dataDir, config.filesDir],
      lowBytes: config.diskLowMib * 1024 * 1024,
    });
    const services = {
      pool,
      aside,
      ...(standby && {
        beside: standby,
        besideDb: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: standby.pool }) }),
      }),
      connectionConfig: database.connectionConfig,
      db: bare,
      scoped: (scope, inside = bare) => inside.withPlugin(scopePlugin(rules, scope)),
      clock,
      ids: blockIds(
        async () => (await aside.query<{ block: number }>(`select nextval('id_block') as block`)).rows[0]!.block,
      ),
      random,
      config,
      log,
      metrics,
      slow,
      registry,
      jobs: createJobs({
        connection: database.connectionConfig,
        log,
        watch: watchJobs(metrics),
        works: config.role !== 'api',
      }),
      vault: createVault(config.secretKeys, random),
      files: fileStore(config, clock, random),
      disk,
      health: healthOf({ pool, clock, disk, node: config.nodeNumber }),
      // Domains add their own parts while they are built, before any request is taken.
    } as Services;
    if (config.production && config.secretKeys.length === 0)
      log.warn('没有设置 SECRET_KEY：设备密钥与动态口令将以明文存入数据库，见 docs/operating.md');
    tellServer(services);
    for (const domain of domains) await domain.build?.(services);
    const exports = {
      pool,
      connection: database.connectionConfig,
      ...(standby && { beside: standby }),
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

    defineVersionJob(services);
    defineFileSweep(services.jobs, exports, [
      'import_task.file_key',
      ...domains.flatMap((domain) => domain.files ?? []),
      ...evidence.map(([column]) => column),
    ]);

    const app = await createApp({
      log,
      trustProxy: config.trustProxy,
      consoleDir: config.consoleDir ?? join(here, '..', 'dist'),
      sources: { imageHost: config.imageHost, maps: config.mapKey !== '' },
      health: async () => ({ ...(await services.health.health()), version: config.version, name: config.company }),
      ready: services.health.ready,
    });
    watchRequests(app, metrics);
    registerMetrics(app, metrics, config.metricsToken);
    const auth = createAuthenticator(services);
    // Whoever works in the background answers only those who look after it: /health and /metrics.
    if (config.role !== 'jobs') {
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
          const { accountId, unitType, unitId, scope } = who.session;
          const owner = { accountId, unitType, unitId };
          const gate = {
            refuses: async (purpose: Purpose) =>
              mayUpload(registry, who.session, purpose)
                ? services.disk.refuses('上传')
                : refuse('NOT_PERMITTED', { what: '上传' }),
            room: () => quotaRoom(pool, owner, config.uploadQuota),
          };
          const sees = (key: string) =>
            namedInSight(services.scoped(scope), namingColumns(registry, who.session, key), key);
          const watches = async (key: string, targetName: string) => {
            const columns = namingColumns(registry, who.session, key);
            const pages = evidence.flatMap(([column, of]) => (columns.includes(column) ? (of ?? []) : []));
            const page = pages.findLast(opens(registry, who.session)) ?? '';
            const origin = { ...owner, actor: who.session.name, ip: request.ip, page };
            const entry = { action: '查看录像', targetId: key, targetName };
            await writeAudit(pool, await services.ids.next(), isoAt(clock.now()), origin, entry);
          };
          return { ...owner, gate, sees, watches, ...(who.token ? { token: who.token } : {}) };
        },
      });
      registerOpenPages(app, services, openPages);
      registerDocs(app, registry, config.apiDocs);
      registerPages(app, services, registry, auth);
    }
    await services.jobs.start();
    await scheduleExportCleanup(services.jobs);
    await scheduleImportCleanup(services.jobs);
    await scheduleFileSweep(services.jobs);
    await scheduleVersions(services);
    for (const domain of domains) await domain.start?.(services);
    await app.ready();

    const stop = () =>
      inTurn([
        () => app.close(),
        () => services.jobs.stop(),
        ...[...domains].reverse().map((domain) => () => domain.stop?.(services)),
        close,
      ]);
    return { app, services, stop };
  } catch (error) {
    await close();
    throw error;
  }
}
