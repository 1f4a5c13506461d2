/** The front door: a database by address is migrated and opened; what the operator can mend is said in Chinese. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../tests/support/postgres.ts';
import { openDatabase } from './open.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase({ empty: true });
});
afterAll(() => db.drop());

const open = (databaseUrl: string) => openDatabase({ dataDir: '/nowhere', databaseUrl, log: () => undefined });

test('a database by address gets the schema, twice is the same, and stop may be called again', async () => {
  for (let round = 0; round < 2; round++) {
    const opened = await open(db.connectionString);
    const { rows } = await opened.pool.query(
      `select nextval('id_block') as block, current_setting('TimeZone') as zone`,
    );
    expect(rows[0]).toEqual({ block: 1000 + round, zone: 'Asia/Shanghai' });
    await opened.stop();
    await opened.stop();
  }
});

test('who is told of statements hears those of the connection that opened the database as well', async () => {
  const told: string[] = [];
  const pool = { max: 1, tell: (text: string) => told.push(text) };
  const opened = await openDatabase({
    dataDir: '/nowhere',
    databaseUrl: db.connectionString,
    log: () => undefined,
    pool,
  });
  await opened.pool.query('select 1 as only');
  expect(told).toContain('select 1 as only');
  await opened.stop();
});

test('an address that answers nothing is named', async () => {
  await expect(open('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow('无法连接数据库');
});
