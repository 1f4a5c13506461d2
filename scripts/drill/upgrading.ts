/**
 * The version before and this one on one database: servers of the former run on, on the schema of the new, while new ones come up
 * beside them; both swipe, list, export and grant. Then the former leave.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setUpRush } from '../../bench/rush-setup.ts';
import { assemble } from '../../src/assemble.ts';
import { readConfig } from '../../src/kit/server/config.ts';
import { createPool } from '../../src/kit/server/db/pool.ts';
import { inRoot } from '../paths.mjs';
import { type Compared, compare } from './compare.ts';
import { takeOut } from './former.ts';
import { run } from './programs.ts';
import { type ServerProcess, serverProcess } from './server-process.ts';
import { longestSilence, startSwiping } from './swiping.ts';
import { type OfficeWork, officeWork } from './work.ts';

const quiet = () => undefined;

export interface Upgrading {
  former: string;
  /** An empty database. */
  databaseUrl: string;
  folder: string;
  people: number;
  terminals: number;
  importRows: number;
  /** The former version lives a demo of today alone instead of the whole one. */
  small: boolean;
}

export interface Upgraded {
  /** Migrations the former version knows, and this one. */
  known: number;
  now: number;
  byFormer: OfficeWork;
  byNew: OfficeWork;
  /** Longest time without any answer while the former leave, ms. */
  silenceMs: number;
  money: Compared;
}

export async function upgradeAtWork(of: Upgrading): Promise<Upgraded> {
  const { former, databaseUrl, folder, people, terminals, importRows, small } = of;
  const { checkout, leave } = await takeOut(former, folder);
  const pool = createPool({ connectionString: databaseUrl }, { max: 2, statementTimeoutMs: 0 });
  const env = { DATABASE_URL: databaseUrl, FILES_DIR: join(folder, 'files'), DEMO_LIVE: '0', ONECARD_DEMO: '1' };
  const migrations = async () =>
    (await pool.query<{ n: number }>('select count(*)::int as n from schema_migration')).rows[0]!.n;
  const servers: ServerProcess[] = [];
  try {
    // The house is opened by the former version, as it was.
    if (small) {
      const order = { checkout, env: { ...env, DATA_DIR: join(folder, 'living'), DISK_LOW_MIB: '0' } };
      run(process.execPath, [inRoot('scripts', 'drill', 'live-small.ts'), JSON.stringify(order)]);
    }
    const old = await serverProcess({ number: 0, folder, env, root: checkout });
    servers.push(old);
    await old.start();
    const known = await migrations();
    // This version's start brings the schema forward under it.
    const config = readConfig({ ...env, DATA_DIR: join(folder, 'asking'), ROLE: 'api' }, folder);
    const { services, stop } = await assemble({ config, log: { info: quiet, warn: quiet, error: quiet } });
    const { id: organizationId } = await services.db
      .selectFrom('employee as e')
      .innerJoin('account as a', 'a.id', 'e.account_id')
      .select('e.unit_id as id')
      .where('a.login_name', '=', 'school')
      .executeTakeFirstOrThrow();
    const rush = await setUpRush(services, organizationId, { people, terminals });
    await stop();
    const now = await migrations();
    const fresh = await serverProcess({ number: 1, folder, env });
    servers.push(fresh);
    const swiping = startSwiping({ origins: servers.map((one) => one.origin), rush, restMs: 80 });
    // The former alone on the new schema, then both.
    const work = { importRows, exports: 1 };
    const byFormer = await officeWork([old.origin], pool, organizationId, { ...work, name: '旧' });
    await fresh.start();
    const byNew = await officeWork([fresh.origin], pool, organizationId, { ...work, name: '新' });
    const at = performance.now();
    await old.end('SIGTERM');
    await pause(3_000);
    const silenceMs = longestSilence(swiping.acknowledged, at, performance.now());
    await swiping.stop();
    await fresh.end('SIGTERM');
    const money = await compare(pool, organizationId, rush.terminals, swiping.acknowledged);
    return { known, now, byFormer, byNew, silenceMs, money };
  } finally {
    for (const server of servers) await server.end('SIGKILL');
    await pool.end();
    await leave();
  }
}
