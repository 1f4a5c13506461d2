/** A pool outlives its connections: one that breaks while somebody holds it tells its holder, and ends nothing else. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../tests/support/postgres.ts';
import { isDatabaseAway } from './away.ts';
import { createPool } from './pool.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase({ empty: true });
});
afterAll(() => db.drop());

test('a connection that is cut between two statements of a transaction fails the next of them alone', async () => {
  const told: Error[] = [];
  const pool = createPool({ connectionString: db.connectionString }, { max: 2 }, (error) => told.push(error));
  try {
    const held = await pool.connect();
    await held.query('begin');
    const { rows } = await held.query<{ pid: number }>('select pg_backend_pid() as pid');
    const cut = new Promise((resolve) => held.once('end', resolve));
    await pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    await cut;
    const next = await held.query('select 1').catch((error: unknown) => error);
    expect(isDatabaseAway(next)).toBe(true);
    held.release();
    expect((await pool.query<{ n: number }>('select 1 as n')).rows).toEqual([{ n: 1 }]);
    // Told by the holder's own statement.
    expect(told).toEqual([]);
  } finally {
    await pool.end();
  }
});
