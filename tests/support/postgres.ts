/** Gives a test file its own database, copied from the run's migrated template. */
import { randomBytes } from 'node:crypto';
import type { ClientConfig, Pool } from 'pg';
import { inject } from 'vitest';
import { guardPool } from '../../src/kit/server/db/one-connection.ts';
import { createPool, type PoolOptions } from '../../src/kit/server/db/pool.ts';
import { asUrl, copyDatabase, runOn, toDatabase } from './postgres-server.ts';
import type { DeskAnswer } from './postgres-setup.ts';

export interface TestDatabaseOptions {
  /** fsync on, for tests that kill the database. */
  durable?: boolean;
  /** An empty database instead of a migrated one. */
  empty?: boolean;
  pool?: PoolOptions;
}

export interface TestDatabase {
  /** As the server's own: a command that asks it for a second connection fails. */
  pool: Pool;
  /** Beside it, for ids and caches. */
  aside: Pool;
  connectionConfig: ClientConfig;
  /** For DATABASE_URL of a child process. */
  connectionString: string;
  /** Closes the pool and removes the database. */
  drop(): Promise<void>;
}

/** A fresh database with the newest schema and no rows. Call `drop` in `afterAll`. */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const answer = await fetch(
    `${inject('postgresDesk')}?durable=${options.durable ?? false}&empty=${options.empty ?? false}`,
  );
  if (!answer.ok) throw new Error(await answer.text());
  const server = (await answer.json()) as DeskAnswer;
  const name = `onecard_test_${randomBytes(6).toString('hex')}`;
  if (server.template) await copyDatabase(server.connection, name, server.template);
  else await runOn(server.connection, `create database ${name}`);
  const connectionConfig = toDatabase(server.connection, name);
  const pool = createPool(connectionConfig, { max: 8, ...options.pool });
  const aside = createPool(connectionConfig, { max: 2 });
  guardPool(pool, (error) => {
    throw error;
  });
  return {
    pool,
    aside,
    connectionConfig,
    connectionString: asUrl(connectionConfig),
    drop: async () => {
      await Promise.all([pool.end(), aside.end()]);
      await runOn(server.connection, `drop database if exists ${name} with (force)`);
    },
  };
}
