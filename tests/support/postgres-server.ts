/**
 * The database server behind the tests: embedded by default, the machine's own with TEST_DATABASE=external, a given
 * one with TEST_DATABASE_URL (its role must be allowed to create databases). Each run makes one migrated template.
 */
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, type ClientConfig } from 'pg';
import { clearOrphan } from '../../src/kit/server/db/embedded/postmaster.ts';
import { alive } from '../../src/kit/server/db/embedded/process.ts';
import { startEmbedded } from '../../src/kit/server/db/embedded/start.ts';
import { migrate } from '../../src/kit/server/db/migrate.ts';
import { machineBinaries } from './external-postgres.ts';

const folderPrefix = 'onecard-test-';

/** A run's databases and their log come to two or three of these; what is left is the machine's. */
const roomBytes = 8 * 1024 ** 3;

/**
 * Where clusters that need not survive lie: in memory where there is plenty. Each test file's database is some 3,000 small files,
 * which a disk takes a second to copy and memory a tenth.
 */
async function quickFolder(): Promise<string> {
  const memory = '/dev/shm';
  const room = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return room >= roomBytes ? memory : tmpdir();
}

/** How workers reach the server of this run. */
export interface TestServer {
  /** As a role that may create databases; names no database of the tests. */
  connection: ClientConfig;
}

export interface StartedServer extends TestServer {
  /** Name of a database with the newest schema, made at the first call. */
  template(): Promise<string>;
  stop(): Promise<void>;
}

/** Removes clusters of runs that were killed; a folder names the process of its run. */
async function sweep(): Promise<void> {
  for (const folder of new Set([tmpdir(), await quickFolder()]))
    for (const name of await readdir(folder)) {
      const runner = Number(new RegExp(`^${folderPrefix}(\\d+)-`).exec(name)?.[1]);
      if (!runner || alive(runner)) continue;
      const home = join(folder, name);
      await clearOrphan(join(home, 'pg'), () => undefined).catch(() => undefined);
      await rm(home, { recursive: true, force: true }).catch(() => undefined);
    }
}

async function ownCluster(durable: boolean): Promise<{ connection: ClientConfig; stop(): Promise<void> }> {
  await sweep();
  const folder = durable ? tmpdir() : await quickFolder();
  const dataDir = await mkdtemp(join(folder, `${folderPrefix}${process.pid}-`));
  await chmod(dataDir, 0o755);
  const external = process.env.TEST_DATABASE === 'external';
  const embedded = await startEmbedded({
    dataDir,
    durable,
    log: () => undefined,
    ...(external && { binaries: machineBinaries(), tcp: true }),
  });
  return {
    connection: embedded.connection,
    stop: async () => {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs one statement on its own connection. */
export async function runOn(connection: ClientConfig, sql: string): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A new database with all that stands in another. Copied file by file: through the log it takes four times as long. */
export const copyDatabase = (connection: ClientConfig, name: string, template: string): Promise<void> =>
  runOn(connection, `create database ${name} template ${template} strategy file_copy`);

/** The same server, another database. */
export function toDatabase(connection: ClientConfig, database: string): ClientConfig {
  if (!connection.connectionString) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** The same as an address, for whoever takes only DATABASE_URL. */
export function asUrl(config: ClientConfig): string {
  if (config.connectionString) return config.connectionString;
  const login = `${config.user}:${encodeURIComponent(String(config.password))}`;
  return `postgres://${login}@/${config.database}?host=${encodeURIComponent(config.host ?? '')}&port=${config.port}`;
}

/** Removes the run's template and what was made of it. */
async function dropAll(connection: ClientConfig, prefix: string): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname = $1 or datname like $1 || '\\_demo\\_%'`,
      [prefix],
    );
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  } finally {
    await client.end();
  }
}

/** Starts (or reaches) a server. `durable` keeps fsync on, for tests of crashes. */
export async function startTestServer(durable: boolean): Promise<StartedServer> {
  const url = process.env.TEST_DATABASE_URL;
  const given = { connection: { connectionString: url }, stop: async () => undefined };
  const { connection, stop } = url ? given : await ownCluster(durable);
  const name = `onecard_template_${process.pid}${durable ? '_durable' : ''}`;
  const make = async () => {
    await runOn(connection, `drop database if exists ${name}`);
    await runOn(connection, `create database ${name}`);
    await migrate(toDatabase(connection, name), fileURLToPath(new URL('../../src', import.meta.url)));
    return name;
  };
  let template: Promise<string> | undefined;
  return {
    connection,
    template: () => {
      template ??= make();
      return template;
    },
    stop: async () => {
      if (url) await dropAll(connection, name);
      await stop();
    },
  };
}
