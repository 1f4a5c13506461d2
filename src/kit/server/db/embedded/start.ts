/**
 * The embedded database: a real PostgreSQL in the data directory, started with the server and stopped with it.
 * One server per data directory; a killed server or a killed database is cleared up at the next start.
 */
import { randomBytes } from 'node:crypto';
import { chmod, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { OperatorError } from '../operator-error.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { ensureCluster, superuser } from './create-cluster.ts';
import { readText } from './files.ts';
import { chooseListen } from './listen.ts';
import { takeLock } from './lock.ts';
import { findPlace, type Place, systemHome } from './place.ts';
import { clearOrphan, type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { clusterSettings } from './settings.ts';

/** Name of the application's database and of the role that owns it; the role is no superuser. */
const application = 'onecard';
/** How many restarts in a row are told of one by one. */
const toldRestarts = 5;
const longestPauseMs = 3_000;
const launchLimit = 20;

export interface EmbeddedOptions {
  /** Folder of the server's data; the cluster is `pg` in it. */
  dataDir: string;
  /** Takes one Chinese line for the operator. */
  log: (message: string) => void;
  /** false gives up crash safety for speed; for throw-away test clusters only. Default true. */
  durable?: boolean;
  /** Answers commits before they are on disk; a power cut takes the last second. Default false. */
  unhurried?: boolean;
  /** Programs to use instead of those of the platform package. */
  binaries?: Binaries;
  /** Listen on 127.0.0.1 even where a unix socket would do. */
  tcp?: boolean;
}

export interface Embedded {
  /** How the application's role connects (host is a socket folder or 127.0.0.1). */
  connection: ClientConfig;
  /** How the superuser connects; for tests and maintenance. */
  superuserConnection: ClientConfig;
  /** Process id of the running database server. */
  pid(): number;
  /** Ends the database in order and gives the lock back. */
  stop(): Promise<void>;
}

async function clusterPassword(home: string): Promise<string> {
  const path = join(home, 'pg-password');
  const known = (await readText(path))?.trim();
  if (known) return known;
  const made = randomBytes(24).toString('base64url');
  await writeFile(`${path}.new`, `${made}\n`, { mode: 0o600 });
  await chmod(`${path}.new`, 0o600);
  await rename(`${path}.new`, path);
  return made;
}

/** Creates the application's role and database where missing. */
async function ensureDatabase(connection: ClientConfig, password: string): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  try {
    const role = await client.query('select 1 from pg_roles where rolname = $1', [application]);
    if (role.rowCount === 0) {
      await client.query(
        `create role ${application} login createdb createrole password ${client.escapeLiteral(password)}`,
      );
      await client.query(`grant pg_monitor, pg_signal_backend to ${application}`);
    }
    const database = await client.query('select 1 from pg_database where datname = $1', [application]);
    if (database.rowCount === 0) await client.query(`create database ${application} owner ${application}`);
  } finally {
    await client.end();
  }
}

/** Starts the database again when it dies under us, until it stands: what stops it (a full disk) may pass by itself. */
function keepAlive(
  first: Postmaster,
  again: () => Promise<Postmaster>,
  log: (message: string) => void,
): { pid(): number; stop(): Promise<void> } {
  let current = first;
  let stopping = false;
  let restarting: Promise<void> = Promise.resolve();
  const restart = async () => {
    for (let attempt = 1; !stopping; attempt++) {
      const told = attempt <= toldRestarts || attempt % toldRestarts === 0;
      if (told) log(`数据库进程意外结束，正在重新启动（第 ${attempt} 次）…`);
      if (attempt === toldRestarts) log('数据库还没有能重新启动，继续尝试：请检查磁盘与日志。');
      await sleep(Math.min(500 * attempt, longestPauseMs));
      if (stopping) return;
      try {
        current = await again();
        watch(current);
        log('数据库已恢复');
        return;
      } catch (error) {
        if (told) log((error as Error).message);
      }
    }
  };
  const watch = (postmaster: Postmaster) => {
    void postmaster.ended.then(() => {
      if (!stopping) restarting = restart();
    });
  };
  watch(first);
  return {
    pid: () => current.pid,
    stop: async () => {
      stopping = true;
      await restarting;
      await stopPostmaster(current.pid);
      await current.ended;
    },
  };
}

async function startLocked(place: Place, binaries: Binaries, options: EmbeddedOptions): Promise<Embedded> {
  const { log } = options;
  const password = await clusterPassword(place.home);
  await ensureCluster(place, binaries, password);
  const listen = await chooseListen(place.cluster, options.tcp ?? false);
  const settings = clusterSettings(listen, {
    durable: options.durable ?? true,
    unhurried: options.unhurried ?? false,
  });
  const launch = async (attempt = 1): Promise<Postmaster> => {
    await clearOrphan(place.cluster, log);
    try {
      return await startPostmaster(place, binaries, settings, log);
    } catch (error) {
      // Backends of a killed postmaster need a moment to notice that it is gone.
      if (attempt >= launchLimit || !(error as Error).message.includes('shared memory block')) throw error;
      await sleep(500);
      return launch(attempt + 1);
    }
  };
  const kept = keepAlive(await launch(), launch, log);
  const reach = { host: listen.socketDir ?? '127.0.0.1', port: listen.port, password };
  const superuserConnection = { ...reach, user: superuser, database: 'postgres' };
  try {
    await ensureDatabase(superuserConnection, password);
  } catch (error) {
    await kept.stop();
    throw error;
  }
  return { connection: { ...reach, user: application, database: application }, superuserConnection, ...kept };
}

/**
 * Starts the embedded database of `dataDir`, creating it at first.
 * @throws OperatorError (Chinese message) when another server uses the directory or the database cannot start.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const place = await findPlace(options.dataDir, options.log);
  let unlock: (() => void) | undefined;
  try {
    unlock = await takeLock(place.home, place.as, options.log);
    const binaries =
      options.binaries ?? (await findBinaries(place.as, process.getuid?.() === 0 ? systemHome : place.home));
    const embedded = await startLocked(place, binaries, options);
    return {
      ...embedded,
      stop: async () => {
        await embedded.stop();
        unlock?.();
      },
    };
  } catch (error) {
    unlock?.();
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`内置数据库启动失败：${(error as Error).message}`, { cause: error });
  }
}
