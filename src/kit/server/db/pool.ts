/** Makes connection pools: one table of types, one set of session settings, for any PostgreSQL. */
import { type ClientConfig, Pool, type PoolConfig } from 'pg';
import { typeParsers } from './types.ts';
import { type Tell, watchStatements } from './watch-statements.ts';

export interface PoolOptions {
  /** Most connections of this pool. Default 20. */
  max?: number;
  /** A statement running longer is cancelled; 0 means no limit. Default 30,000. */
  statementTimeoutMs?: number;
  /** How long a caller waits for a free connection. Default 30,000. */
  connectTimeoutMs?: number;
  /**
   * For the hot path of named prepared statements: plan once, never again per values. Tables may be empty when the plans
   * are made and large later: only index plans are allowed then, so that no plan of the first minute scans or hashes a
   * whole table at noon.
   */
  hotPlans?: boolean;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** Told of every statement of every connection, the first included, when it ended. */
  tell?: Tell;
}

const hotPlans = [
  '-c plan_cache_mode=force_generic_plan',
  '-c enable_seqscan=off',
  '-c enable_hashjoin=off',
  '-c enable_mergejoin=off',
  '-c jit=off',
];

/**
 * What every session says of itself. To start another process for a part of a statement costs tens of milliseconds, of a processor
 * that people at tills want: PostgreSQL reckons with ten, and is told a hundred.
 */
const everySession = [
  '-c TimeZone=Asia/Shanghai',
  '-c DateStyle=ISO',
  '-c idle_in_transaction_session_timeout=600000',
  '-c parallel_setup_cost=10000',
];

/** The driver's settings for one connection with our types and session settings. */
export function clientConfig(connection: ClientConfig, options: PoolOptions = {}): ClientConfig {
  const session = [...everySession];
  if (options.hotPlans) session.push(...hotPlans);
  return {
    ...connection,
    types: typeParsers,
    options: session.join(' '),
    application_name: options.applicationName ?? 'onecard',
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 30_000,
  };
}

/**
 * A pool on `connection`. Errors of idle connections (a database restart) go to `onIdleError`, those of connections in use to
 * whoever asks something of them; the pool opens new ones by itself.
 */
export function createPool(
  connection: ClientConfig,
  options: PoolOptions = {},
  onIdleError: (error: Error) => void = () => undefined,
): Pool {
  const config: PoolConfig = {
    ...clientConfig(connection, options),
    max: options.max ?? 20,
    idleTimeoutMillis: 60_000,
  };
  const pool = new Pool(config);
  pool.on('error', onIdleError);
  // The pool does not listen to a connection somebody holds, and an error nobody hears ends the process. Its holder is told by the
  // statement under way, or by the next; the pool takes no broken connection back.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (options.tell) watchStatements(pool, options.tell);
  return pool;
}
