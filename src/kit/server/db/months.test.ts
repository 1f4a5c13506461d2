/** Months of parted tables are made once, whoever comes at the same time, and cost nothing where they stand. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../tests/support/postgres.ts';

let database: TestDatabase;
let pool: Pool;
let one: PoolClient;
let other: PoolClient;
beforeAll(async () => {
  database = await testDatabase();
  pool = database.pool;
  [one, other] = [await pool.connect(), await pool.connect()];
});
afterAll(async () => {
  one?.release();
  other?.release();
  await database?.drop();
});

const waits = async () => {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0]!.n > 0;
};

describe.each([
  ['wallet_ensure_month', 'trade_plain'],
  ['stock_ensure_month', 'stock_entry'],
  ['gate_ensure_month', 'passage'],
  ['sample_ensure_month', 'reading_hour'],
  ['clearing_ensure_month', 'merchant_bill_line'],
])('%s', (make, table) => {
  test('two who come for a month at once both find it, even who remembers that it was not there', async () => {
    await other.query('select to_regclass($1)', [`${table}_y2041m03`]);
    await one.query('begin');
    await one.query(`select ${make}('2041-03-31')`);
    const later = other.query(`select ${make}('2041-03-01')`).then(
      () => 'there',
      (error: Error) => error.message,
    );
    while (!(await waits())) await pause(5);
    await one.query('commit');
    expect(await later).toBe('there');
    const { rows } = await pool.query(`select from pg_inherits where inhrelid = to_regclass($1)`, [
      `${table}_y2041m03`,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('a month that stands is asked for without a lock to hold', async () => {
    await one.query('begin');
    await one.query(`select ${make}('2041-03-15')`);
    const { rows } = await one.query(`select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`);
    await one.query('rollback');
    expect(rows).toHaveLength(0);
  });
});
