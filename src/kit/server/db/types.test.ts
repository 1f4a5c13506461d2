/** The driver hands over values as the product writes them: safe numbers, text dates, +08:00 instants. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../tests/support/postgres.ts';
import { parseInt8, parseTimestamptz } from './types.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase({ empty: true });
});
afterAll(() => db.drop());

test.each([
  [`9007199254740991::bigint`, 9007199254740991],
  [`(select sum(x)::bigint from (values (1), (2)) v (x))`, 3],
  [`12.50::numeric`, '12.50'],
  [`date '2026-11-20'`, '2026-11-20'],
  [`timestamptz '2026-11-20 12:00:00+08'`, '2026-11-20T12:00:00.000+08:00'],
  [`timestamptz '2026-11-20 04:00:00.123456Z'`, '2026-11-20T12:00:00.123+08:00'],
  [`timestamptz '1988-07-01 12:00:00.5+09'`, '1988-07-01T11:00:00.500+08:00'],
  [`'{"a":[1]}'::jsonb`, { a: [1] }],
  [`array[1, null, 3]::bigint[]`, [1, null, 3]],
  [`array['2026-11-20']::date[]`, ['2026-11-20']],
  [`array[timestamptz '2026-11-20 12:00:00+08']`, ['2026-11-20T12:00:00.000+08:00']],
  [`'{}'::bigint[]`, []],
  [`interval '1 day'`, '1 day'],
  [`true`, true],
])('%s', async (expression, expected) => {
  const { rows } = await db.pool.query(`select ${expression} as value`);
  expect(rows[0].value).toEqual(expected);
});

test('a bigint that a number cannot hold is an error, not a rounding', () => {
  expect(() => parseInt8('9007199254740993')).toThrow('safe range');
});

test('an unreadable instant is an error', () => {
  expect(() => parseTimestamptz('soon')).toThrow('unreadable');
  expect(parseTimestamptz('infinity')).toBe('infinity');
});
