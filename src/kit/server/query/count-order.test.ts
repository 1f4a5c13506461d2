/** The same names in the same order, sorted by the database and in code. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../tests/support/postgres.ts';
import { inCountOrder } from '../../define/count-order.ts';
import { countOrder } from './count-order.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ empty: true });
});
afterAll(() => database.drop());

test('classes stand as people count them, in the database and in code', async () => {
  const sorted = async (names: readonly string[]) => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select name from unnest($1::text[]) as name order by ${countOrder('name')}, name collate "C"`,
      [names],
    );
    return rows.map(({ name }) => name);
  };
  const grades = ['九年级', '七年级', '八年级', '十一班', '二班', '十班', '二十班', '二十一班', '10班'];
  const doors = ['七（10）班', '七（2）班', '八（1）班', '3号窗口', '12号窗口'];
  expect(await sorted(grades)).toEqual(inCountOrder(grades, (name) => name));
  expect(await sorted(doors)).toEqual(inCountOrder(doors, (name) => name));
});
