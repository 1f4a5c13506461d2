/** The planner's figures follow a bulk load, partitions and the table above them alike. */
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../tests/support/postgres.ts';
import { refreshStatistics } from './statistics.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await testDatabase();
  pool = database.pool;
  await pool.query(`
    create table plain (id bigint primary key);
    create table parted (day date, id bigint) partition by range (day);
    create table parted_a partition of parted for values from ('2026-01-01') to ('2026-02-01');
    create table parted_b partition of parted for values from ('2026-02-01') to ('2026-03-01');
    alter table plain set (autovacuum_enabled = off);
    alter table parted_a set (autovacuum_enabled = off);
    alter table parted_b set (autovacuum_enabled = off)`);
});
afterAll(() => database?.drop());

const own = ['plain', 'parted', 'parted_a', 'parted_b'];
const refresh = async () => {
  // What a connection changed is counted a moment after its commit.
  await pool.query('select pg_stat_force_next_flush()');
  return (await refreshStatistics(pool)).filter((name) => own.includes(name));
};
const rowsOf = async (name: string) =>
  Number((await pool.query('select reltuples as n from pg_class where relname = $1', [name])).rows[0].n);

test('what was loaded is looked at once, and its parent with it; empty and unchanged tables are left alone', async () => {
  await pool.query(`insert into plain select generate_series(1, 5000)`);
  await pool.query(`insert into parted select '2026-01-05', generate_series(1, 4000)`);
  expect(await rowsOf('plain')).toBe(-1);
  expect(await refresh()).toEqual(['parted_a', 'plain', 'parted']);
  expect([await rowsOf('plain'), await rowsOf('parted_a'), await rowsOf('parted')]).toEqual([5_000, 4_000, 4_000]);
  // Before version 18 a parent is not looked at without its partitions.
  expect(await rowsOf('parted_b')).toBeLessThanOrEqual(0);
  expect(await refresh()).toEqual([]);
  await pool.query(`insert into plain select generate_series(5001, 20000)`);
  expect(await refresh()).toEqual(['plain']);
  expect(await rowsOf('plain')).toBe(20_000);
});
