/** Standards and bans are the platform's to change: from a day on, with their source; what has held stays as it was. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import { banned, type DishFacts } from '../menus/judge.ts';
import { readRules } from '../menus/rules.ts';
import foodStandard from '../nutrition/pages/food_standard.server.ts';
import { readTarget } from '../nutrition/read-served.ts';
import { type MenuBench, menuBench, refused } from '../testing.ts';
import foodBan from './pages/food_ban.server.ts';

let b: MenuBench;
let today: string;
beforeAll(async () => {
  b = await menuBench([foodStandard, foodBan]);
  today = dateAt(b.bench.clock.now());
});
afterAll(() => b?.bench.database.drop());

const call = <T = { id: number }>(page: string, verb: string, body: Record<string, unknown> = {}) =>
  b.platform.call<T>(`/admin/platform/${page}`, verb, body);
type Rows = { rows: Record<string, unknown>[] };
const listed = async (page: string, search: Record<string, unknown>) =>
  (await call<Rows>(page, 'query', { page: 1, size: 100, search })).rows;
const ctx = () => b.school.ctx('/admin/organization/nourishment');

const calcium = { ageGroup: '12-14', gender: 'M', nutrient: 'calcium' };

test('a standard is corrected by a version from a day on; what is judged before it keeps the old one', async () => {
  const next = { ...calcium, low: 1000, high: 2000, confidence: 'MEDIUM', source: 'WS/T 554 征求意见稿 表 2' };
  const from = addDays(today, 10);
  for (const [values, field] of [
    [{ ...next, fromDate: addDays(today, -1) }, 'fromDate'],
    [{ ...next, fromDate: from, low: null, high: null }, 'low'],
    [{ ...next, fromDate: from, high: 999 }, 'high'],
    [{ ...next, fromDate: from, source: null }, 'source'],
    [{ ...next, fromDate: from, confidence: null }, 'confidence'],
  ] as const)
    expect(await refused(call('food_standard', 'create', values))).toMatchObject({ fields: [field] });
  const { id } = await call('food_standard', 'create', { ...next, fromDate: from });
  expect(await refused(call('food_standard', 'create', { ...next, fromDate: from }))).toMatchObject({
    code: 'DUPLICATE',
    fields: ['fromDate'],
  });
  const states = async () => (await listed('food_standard', calcium)).map(({ low, state, kind }) => [low, state, kind]);
  expect(await states()).toEqual([
    [1000, 'COMING', 'PUPIL'],
    [950, 'NOW', 'PUPIL'],
  ]);
  // Boys and girls alike: only the boys' figure is another.
  const low = async (day: string) => (await readTarget(ctx(), '12-14', day)).nutrients.calcium!.low;
  expect([await low(addDays(from, -1)), await low(from)]).toEqual([950, 975]);
  const [held] = await listed('food_standard', { ...calcium, state: ['NOW'] });
  expect(await refused(call('food_standard', 'drop', { id: held!.id }))).toMatchObject({ code: 'NOT_NOW' });
  b.bench.clock.set(b.bench.clock.now() + 10 * 86_400_000);
  expect(await states()).toEqual([
    [1000, 'NOW', 'PUPIL'],
    [950, 'PAST', 'PUPIL'],
  ]);
  expect(await refused(call('food_standard', 'drop', { id }))).toMatchObject({ code: 'NOT_NOW' });
  expect([await low(addDays(from, -1)), await low(from)]).toEqual([950, 975]);
});

test('a version that does not hold yet is taken back', async () => {
  const fromDate = addDays(today, 30);
  const { id } = await call('food_standard', 'create', {
    ...calcium,
    low: 1200,
    fromDate,
    confidence: 'LOW',
    source: '误录',
  });
  await call('food_standard', 'drop', { id });
  expect(await listed('food_standard', { ...calcium, state: ['COMING'] })).toEqual([]);
});

test('a ban holds from its day to its last, by words of two letters at least, with its source', async () => {
  const now = dateAt(b.bench.clock.now());
  const fromDate = addDays(now, 1);
  const eggs = { label: '毛蛋', words: '毛蛋、活珠子', fromDate, source: '某市学校食品安全规定第九条' };
  expect(await refused(call('food_ban', 'create', { ...eggs, fromDate: today }))).toMatchObject({
    fields: ['fromDate'],
  });
  expect(await refused(call('food_ban', 'create', { ...eggs, words: '毛蛋、蛋' }))).toMatchObject({
    fields: ['words'],
  });
  expect(await refused(call('food_ban', 'create', { ...eggs, source: null }))).toMatchObject({ fields: ['source'] });
  const { id } = await call('food_ban', 'create', eggs);
  const dish: DishFacts = { name: '红烧活珠子', classRisk: null, stuffs: [] } as unknown as DishFacts;
  const told = async (day: string) => banned(dish, (await readRules(ctx(), day, day)).bans, day);
  expect(await told(now)).toBeUndefined();
  expect(await told(fromDate)).toBe('「红烧活珠子」含毛蛋');
  const lastDay = addDays(now, 20);
  const end = { id, lastDay, basis: '某市 2027 年修订' };
  expect(await refused(call('food_ban', 'end', { ...end, lastDay: now }))).toMatchObject({ code: 'NOT_NOW' });
  expect(await refused(call('food_ban', 'end', { ...end, basis: null }))).toMatchObject({ fields: ['basis'] });
  await call('food_ban', 'end', end);
  expect([await told(lastDay), await told(addDays(lastDay, 1))]).toEqual(['「红烧活珠子」含毛蛋', undefined]);
  expect(await refused(call('food_ban', 'end', end))).toMatchObject({ code: expect.any(String) });
  expect(await listed('food_ban', { keyword: '活珠子' })).toMatchObject([{ untilDate: lastDay, state: 'COMING' }]);
});
