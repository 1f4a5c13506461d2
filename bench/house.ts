/** The measured house: a durable embedded database with the demo and a long past, and the real server in its own process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, type ClientConfig, type Pool } from 'pg';
import { assemble } from '../src/assemble.ts';
import { seedDemo, settableClock } from '../src/demo/seed.ts';
import { checkInvariants } from '../src/domains/wallet/testing.ts';
import { dateAt, systemClock } from '../src/kit/server/clock.ts';
import { readConfig } from '../src/kit/server/config.ts';
import { startEmbedded } from '../src/kit/server/db/embedded/start.ts';
import { clientConfig, createPool } from '../src/kit/server/db/pool.ts';
import { asUrl } from '../tests/support/postgres-server.ts';
import { fillLog } from './fill-log.ts';
import { openMany } from './open-people.ts';
import { type Rush, setUpRush } from './rush-setup.ts';
import { processCpu, serverCpu } from './server-cpu.ts';
import { addTwins, withoutIndexes } from './twins.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface HouseOptions {
  /** People of the long past, beside those of the demo. */
  people: number;
  /** Trades of the long past. */
  trades: number;
  /** Of a thousand meals of theirs, how many they eat: 1000 makes a short, dense past. */
  share: number;
  /** Further organizations and how many percent of the past each has too. */
  twins: { count: number; percent: number };
  /** Kept when done and taken up again when it is there; default a new folder that goes away. */
  folder: string | undefined;
  /** People and terminals of the lunch rush. */
  rush: { people: number; terminals: number };
  /** Log files that what is measured writes through, made before it begins; default none. */
  logFiles?: number;
  /** Server processes on the one database; default one. */
  nodes?: number;
  log: (line: string) => void;
}

export interface House {
  /** `http://127.0.0.1:port` of the server process, the first where there are several. */
  origin: string;
  /** Of all server processes. */
  origins: readonly string[];
  connection: ClientConfig;
  pool: Pool;
  /** Processor seconds so far of all PostgreSQL processes and of all server processes. */
  cpu(): Promise<{ database: number; server: number }>;
  /** The demo's school, which has the long past. */
  organizationId: number;
  rush: Rush;
  stop(): Promise<void>;
}

/** Puts the trades of the long past into the tables, and checks the accounts. */
async function liveThePast(
  connection: ClientConfig,
  organizationId: number,
  { trades, share, twins, log }: HouseOptions,
): Promise<void> {
  const text = await readFile(new URL('./trade-history.sql', import.meta.url), 'utf8');
  const client = new Client(clientConfig(connection, { statementTimeoutMs: 0 }));
  await client.connect();
  try {
    await client.query(`set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set synchronous_commit = off`);
    await withoutIndexes(client, ['trade', 'posting_row', 'entry_row'], async () => {
      await client.query(
        text
          .replaceAll('{organization}', String(organizationId))
          .replaceAll('{trades}', String(trades))
          .replaceAll('{share}', String(share))
          .replaceAll('{lane}', '99')
          .replaceAll('{today}', `'${dateAt(systemClock.now())}'`),
      );
      log(`${trades} trades of the school`);
      await addTwins(client, organizationId, twins.count, twins.percent);
    });
    await client.query('vacuum analyze');
    const breaks = await checkInvariants(client, organizationId);
    if (breaks.length > 0) throw new Error(`the past breaks the accounts: ${JSON.stringify(breaks.slice(0, 5))}`);
  } finally {
    await client.end();
  }
}

async function startServer(databaseUrl: string, dataDir: string): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, [join(root, 'src/server.ts')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      ONECARD_DEMO: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      const said = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
      if (said) resolve(said[0]);
    });
    child.once('exit', () => reject(new Error(`the server did not start:\n${output}`)));
  });
  return { child, origin };
}

/** The demo, the people of the past and the rush, by commands; the school's id. */
export async function populate(
  databaseUrl: string,
  dataDir: string,
  { people, rush: size, log }: Pick<HouseOptions, 'people' | 'rush' | 'log'>,
): Promise<{ organizationId: number; rush: Rush }> {
  const silent = () => undefined;
  const clock = settableClock();
  const config = readConfig(
    { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ONECARD_DEMO: '1', DISK_LOW_MIB: '0' },
    root,
  );
  const { services, stop } = await assemble({ config, log: { info: silent, warn: silent, error: log }, clock });
  try {
    await seedDemo(services, clock, { days: 0, share: 0.16 });
    const { id: organizationId } = await services.db
      .selectFrom('employee as e')
      .innerJoin('account as a', 'a.id', 'e.account_id')
      .select('e.unit_id as id')
      .where('a.login_name', '=', 'school')
      .executeTakeFirstOrThrow();
    await openMany(services, organizationId, { prefix: 'B', count: people, firstCard: 7_000_000_000 });
    return { organizationId, rush: await setUpRush(services, organizationId, size) };
  } finally {
    await stop();
  }
}

export interface Filled {
  organizationId: number;
  rush: Rush;
}

/** What an earlier run left in the folder; undefined when there is nothing. */
async function known(folder: string | undefined): Promise<Filled | undefined> {
  if (!folder) return undefined;
  const text = await readFile(join(folder, 'measured.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Filled);
}

async function newFolder(folder: string | undefined): Promise<string> {
  if (folder) await mkdir(folder, { recursive: true });
  const made = folder ?? (await mkdtemp(join(tmpdir(), 'onecard-measured-')));
  await chmod(made, 0o755);
  return made;
}

/** Builds the database, or takes up the one kept in the folder, and starts the server. */
export async function openHouse(options: HouseOptions): Promise<House> {
  const dataDir = await newFolder(options.folder);
  const cluster = await startEmbedded({ dataDir, log: () => undefined, durable: true });
  const close = async () => {
    await cluster.stop();
    if (!options.folder) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const databaseUrl = asUrl(cluster.connection);
    const start = performance.now();
    const since = () => `${((performance.now() - start) / 1000).toFixed(0)} s`;
    const fill = async (): Promise<Filled> => {
      const filled = await populate(databaseUrl, dataDir, options);
      options.log(`people, money and terminals in place after ${since()}`);
      await liveThePast(cluster.connection, filled.organizationId, options);
      // What loading left to be written must not be paid for by what is measured.
      await fillLog({ ...cluster.superuserConnection, database: 'postgres' }, options.logFiles ?? 0);
      options.log(`${options.trades} trades loaded, accounts proven after ${since()}`);
      if (options.folder) await writeFile(join(options.folder, 'measured.json'), JSON.stringify(filled));
      return filled;
    };
    const { organizationId, rush } = (await known(options.folder)) ?? (await fill());
    const nodes: Awaited<ReturnType<typeof startServer>>[] = [];
    for (let n = 0; n < (options.nodes ?? 1); n += 1) nodes.push(await startServer(databaseUrl, dataDir));
    const pool = createPool(cluster.connection, { statementTimeoutMs: 0 });
    return {
      origin: nodes[0]!.origin,
      origins: nodes.map(({ origin }) => origin),
      connection: cluster.connection,
      pool,
      async cpu() {
        const servers = await Promise.all(nodes.map(({ child }) => processCpu(child.pid ?? 0)));
        return { database: await serverCpu(cluster.pid()), server: servers.reduce((sum, one) => sum + one, 0) };
      },
      organizationId,
      rush,
      async stop() {
        const ended = nodes.map(({ child }) => once(child, 'exit'));
        for (const { child } of nodes) child.kill('SIGTERM');
        await Promise.all(ended);
        await pool.end();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
