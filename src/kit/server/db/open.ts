/** The one front door to the database: embedded or given by address, at the newest schema, with a pool. */
import { fileURLToPath } from 'node:url';
import type { ClientConfig, Pool } from 'pg';
import { startEmbedded } from './embedded/start.ts';
import { migrate } from './migrate.ts';
import { OperatorError } from './operator-error.ts';
import { createPool, type PoolOptions } from './pool.ts';

/** Oldest version that carries everything the schema uses. */
const oldestVersion = 150_000;

export interface OpenOptions {
  /** Folder of the server's data; unused for the database when `databaseUrl` is given. */
  dataDir: string;
  /** `postgres://…`; undefined or empty starts the embedded database. */
  databaseUrl?: string | undefined;
  /** The same database through a pooler, for the pool; what keeps sessions of its own goes to `databaseUrl`. */
  poolUrl?: string | undefined;
  /** Takes one Chinese line for the operator. */
  log: (message: string) => void;
  pool?: PoolOptions;
  /** The embedded database answers commits before they are on disk (see `startEmbedded`). */
  unhurried?: boolean;
  /** The folder with `kit` and `domains`; default this program's own. */
  sourceRoot?: string;
}

export interface OpenDatabase {
  pool: Pool;
  /** For libraries and hot paths that open connections of their own (see `createPool`). */
  connectionConfig: ClientConfig;
  /** For further pools of requests: through the pooler where there is one. */
  poolConfig: ClientConfig;
  /** Process id of the embedded database server; undefined for a database by address. */
  embeddedPid: (() => number) | undefined;
  /** Closes the pool, then stops the embedded database. May be called again; the answer is the same. */
  stop(): Promise<void>;
}

interface Reached {
  connection: ClientConfig;
  pid?: () => number;
  stop(): Promise<void>;
}

async function reach(options: OpenOptions): Promise<Reached> {
  if (!options.databaseUrl) return startEmbedded(options);
  return { connection: { connectionString: options.databaseUrl }, stop: async () => undefined };
}

async function checkVersion(pool: Pool): Promise<void> {
  const answer = await pool
    .query<{ version: number }>(`select current_setting('server_version_num')::int as version`)
    .catch((error: Error) => {
      throw new OperatorError(`无法连接数据库：${error.message || String(error)}。请检查 DATABASE_URL。`);
    });
  if ((answer.rows[0]?.version ?? 0) < oldestVersion) {
    throw new OperatorError('数据库版本过低：需要 PostgreSQL 15 或更高版本。');
  }
}

/**
 * Opens the database and brings it to the newest schema.
 * @throws OperatorError with a Chinese message for everything the operator can mend.
 */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const reached = await reach(options);
  let stopped: Promise<void> | undefined;
  const poolConfig = options.poolUrl ? { connectionString: options.poolUrl } : reached.connection;
  const pool = createPool(poolConfig, options.pool, (error) => {
    if (!stopped) options.log(`数据库连接中断：${error.message}`);
  });
  // A terminal and its wrapper may both pass a signal on: the second call waits for the first.
  const stop = () => {
    stopped ??= pool.end().then(reached.stop);
    return stopped;
  };
  try {
    await checkVersion(pool);
    await migrate(
      reached.connection,
      options.sourceRoot ?? fileURLToPath(new URL('../../..', import.meta.url)),
      options.log,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { pool, connectionConfig: reached.connection, poolConfig, embeddedPid: reached.pid, stop };
}
