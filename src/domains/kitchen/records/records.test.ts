/** Records of the kitchen's work: nitrite is none, a correction is a new row, a failed test is a finding. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { type KitchenBench, kitchenBench } from '../testing.ts';
import page from './pages/cook_user-operate_record.server.ts';

const path = '/admin/organization/cook_user/operate_record';
let b: KitchenBench;
const found: string[] = [];

beforeAll(async () => {
  b = await kitchenBench([], [page]);
  b.services.takeFinding = async (_ctx, { what }) => {
    found.push(what);
  };
});
afterAll(() => b.close());

interface Row {
  id: number;
  kind: string;
  object: string;
  facts: string;
  state: string;
}
const register = (values: Record<string, unknown>) =>
  b.school.call<Refusal | null>(path, 'register', { restaurantId: b.restaurantId, ...values });
const rows = async () => (await b.school.call<{ rows: Row[] }>(path, 'query', {})).rows;

test('each kind says its own facts', async () => {
  await register({ kind: 'DISINFECT', object: '餐具', way: '热力', celsius: 100, minutes: 15 });
  await register({ kind: 'WASTE', object: '餐厨垃圾', kilograms: 42.5, collector: '绿源环保' });
  await register({ kind: 'ADDITIVE', object: '泡打粉', grams: 30, dish: '发糕' });
  expect(Object.fromEntries((await rows()).map((row) => [row.kind, row.facts]))).toEqual({
    DISINFECT: '热力，100 ℃，15 分钟',
    WASTE: '42.5 千克，绿源环保',
    ADDITIVE: '30 克，用于发糕',
  });
});

test('nitrite is refused, whatever dish it is for', async () => {
  expect(await register({ kind: 'ADDITIVE', object: '亚硝酸钠', grams: 1, dish: '腊肉' })).toMatchObject({
    code: 'NITRITE',
    fields: { object: expect.any(String) },
  });
  expect((await rows()).some((row) => row.object.includes('亚硝酸'))).toBe(false);
});

test('a test that failed is a finding; one that passed is none', async () => {
  await register({ kind: 'PESTICIDE_TEST', object: '青菜', value: '抑制率 12%', passed: true });
  expect(found).toEqual([]);
  await register({ kind: 'PESTICIDE_TEST', object: '韭菜', value: '抑制率 71%', passed: false });
  expect(found).toEqual(['农残检测不合格：韭菜，抑制率 71%']);
});

test('a correction stands beside what it corrects, once', async () => {
  const wrong = (await rows()).find((row) => row.kind === 'WASTE')!;
  const values = {
    kind: 'WASTE',
    object: '餐厨垃圾',
    restaurantId: b.restaurantId,
    kilograms: 24.5,
    collector: '绿源环保',
  };
  expect(await b.school.call(path, 'correct', { id: wrong.id, ...values })).toBeNull();
  const after = (await rows()).filter((row) => row.kind === 'WASTE').map((row) => [row.facts, row.state]);
  expect(after.toSorted()).toEqual([
    ['24.5 千克，绿源环保', 'FIX'],
    ['42.5 千克，绿源环保', 'CORRECTED'],
  ]);
  expect(await b.school.call(path, 'correct', { id: wrong.id, ...values })).toMatchObject({ code: 'NOT_NOW' });
  await expect(b.database.pool.query('delete from operate_record')).rejects.toThrow();
});

test('of two who correct the same record at once the second is told', async () => {
  await register({ kind: 'WASTE', object: '废油脂', kilograms: 9, collector: '绿源环保' });
  const wrong = (await rows()).find((row) => row.object === '废油脂')!;
  const correct = (kilograms: number) =>
    b.school.call(path, 'correct', {
      id: wrong.id,
      kind: 'WASTE',
      object: '废油脂',
      restaurantId: b.restaurantId,
      kilograms,
      collector: '绿源环保',
    });
  // Whoever comes first holds the record; the other waits for it.
  const first = await b.database.pool.connect();
  await first.query('begin');
  await first.query('select id from operate_record where id = $1 for update', [wrong.id]);
  const both = Promise.all([correct(7), correct(8)]);
  const waiting = async () =>
    (
      await b.database.pool.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rows[0]!.n;
  await expect.poll(waiting).toBe(2);
  await first.query('rollback');
  first.release();
  const answers = await both;
  expect(answers.filter((answer) => answer === null)).toHaveLength(1);
  expect(answers.find((answer) => answer !== null)).toMatchObject({ code: 'CORRECTED_BEFORE' });
});

test('a time to come is no record', async () => {
  expect(await register({ kind: 'DISINFECT', object: '台面', at: '2026-11-20T09:01:00+08:00' })).toMatchObject({
    fields: { at: expect.any(String) },
  });
});
