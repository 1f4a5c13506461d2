/** The week grid's two calls: what it reads, what it saves, what somebody else did meanwhile, what may no longer be. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mondayOf } from '../../menu/public.ts';
import type { SavedTicks } from '../reports/set-meals.ts';
import { turnMealClock } from '../settle/meal-clock.ts';
import { type HeadcountBench, headcountBench, lunchRule } from '../testing.ts';
import type { GridWeek } from './week.ts';

const page = 'manual_report_meal_v2';
let b: HeadcountBench;
/** Monday after the bench's day, so that the whole week is ahead. */
let monday: string;
beforeAll(async () => {
  b = await headcountBench();
  monday = mondayOf(b.day(7));
}, 120_000);
afterAll(() => b.app.stop());

const week = async (date = monday, more: object = {}) =>
  (await b.school<GridWeek>(page, 'week', { date, departmentIds: [], typeIds: [], ...more })).data;
type Cell = [personId: number, day: number, mealPeriodId: number, portions: number, version: number];
const save = (cells: Cell[], more: object = {}) =>
  b.school<SavedTicks>(page, 'save', {
    date: monday,
    cells: cells.map(([personId, day, mealPeriodId, portions, version]) => ({
      personId,
      day,
      mealPeriodId,
      portions,
      version,
    })),
    ...more,
  });
const cellOf = async (personId: number, day: number, mealPeriodId = b.lunchId) => {
  const { people, slots, cells, days } = await week();
  const found = cells.find(
    ([person, slot]) =>
      people[person]!.id === personId &&
      slots[slot]!.date === days[day]!.date &&
      slots[slot]!.mealPeriodId === mealPeriodId,
  );
  return found ? { portions: found[2], version: found[3] } : undefined;
};
const events = async (personId: number) => {
  const { rows } = await b.app.services.pool.query<{ event: string; portions: number }>(
    `select e.event, e.portions from meal_report_event e join meal_report r on r.organization_id = e.organization_id
       and r.id = e.report_id where r.organization_id = $1 and r.person_id = $2 and r.dining_date >= $3 order by e.id`,
    [b.organizationId, personId, monday],
  );
  return rows;
};
/** The journal's portions of the week against those of the reports. */
const drift = async () => {
  const { rows } = await b.app.services.pool.query<{ journal: number; reports: number }>(
    `select (select coalesce(sum(portions), 0)::int from rollup_meal where organization_id = $1 and dining_date >= $2) as journal,
       (select coalesce(sum(portions), 0)::int from meal_report where organization_id = $1 and dining_date >= $2
          and status = 'REPORTED') as reports`,
    [b.organizationId, monday],
  );
  return rows[0]!.journal - rows[0]!.reports;
};

test('a cell is ticked, given more portions, taken back and ticked again; the journal agrees', async () => {
  const id = b.diners[0]!.id;
  expect((await save([[id, 0, b.lunchId, 1, 0]])).data).toEqual({ written: 1, conflicts: [], refused: [] });
  expect(await cellOf(id, 0)).toEqual({ portions: 1, version: 1 });
  expect((await save([[id, 0, b.lunchId, 2, 1]])).data.written).toBe(1);
  expect((await save([[id, 0, b.lunchId, 0, 2]])).data.written).toBe(1);
  expect(await cellOf(id, 0)).toEqual({ portions: 0, version: 3 });
  expect((await save([[id, 0, b.lunchId, 1, 3]])).data.written).toBe(1);
  expect((await events(id)).map(({ event }) => event)).toEqual(['REPORT', 'CHANGE', 'CANCEL', 'REPORT']);
  expect(await drift()).toBe(0);
});

test('two heads on one grid: what the other changed is left and told, the rest is saved', async () => {
  const [, one, two] = b.diners.map((diner) => diner.id) as [number, number, number];
  await save([[one, 1, b.lunchId, 1, 0]]);
  await save([[one, 1, b.lunchId, 2, 1]]);
  const { data } = await save([
    [one, 1, b.lunchId, 0, 1],
    [two, 1, b.lunchId, 1, 0],
  ]);
  expect(data.written).toBe(1);
  expect(data.conflicts).toEqual([
    {
      personId: one,
      diningDate: expect.any(String),
      mealPeriodId: b.lunchId,
      portions: 2,
      byName: expect.stringMatching(/.+/),
      at: expect.any(String),
    },
  ]);
  expect(await cellOf(one, 1)).toEqual({ portions: 2, version: 2 });
  expect(await cellOf(two, 1)).toEqual({ portions: 1, version: 1 });
  // A cell nobody had said anything of when it was seen.
  const fresh = await save([[two, 1, b.lunchId, 2, 0]]);
  expect(fresh.data.conflicts).toMatchObject([{ personId: two, portions: 1 }]);
  // Both wanting the same is no conflict.
  expect((await save([[two, 1, b.lunchId, 1, 0]])).data).toEqual({ written: 1, conflicts: [], refused: [] });
});

test('at once, one of them writes and the others are told', async () => {
  const id = b.diners[3]!.id;
  const answers = await Promise.all([1, 2, 1].map((portions) => save([[id, 2, b.lunchId, portions, 0]])));
  const { portions } = (await cellOf(id, 2))!;
  const told = answers.filter(({ data }) => data.conflicts.length === 1);
  expect(told.length).toBe(portions === 2 ? 2 : 1);
  expect((await events(id)).length).toBe(1);
  expect(await drift()).toBe(0);
});

test('who left in the week is shown with the days before, and reports no more; who left earlier is not', async () => {
  const now = b.app.clock.now();
  const [left, before] = b.diners.slice(20, 22).map(({ id }) => id) as [number, number];
  expect((await save([[left, 0, b.lunchId, 1, 0]])).data.written).toBe(1);
  const become = (id: number, status: string, at: number) =>
    b.app.services.pool.query('update person set status = $3, updated_at = $4 where organization_id = $1 and id = $2', [
      b.organizationId,
      id,
      status,
      new Date(at),
    ]);
  await become(before, 'SUSPENDED', Date.parse(`${monday}T00:00:00+08:00`) - 86_400_000);
  // On Wednesday of that week.
  b.app.clock.set(Date.parse(`${monday}T12:00:00+08:00`) + 2 * 86_400_000);
  await become(left, 'SUSPENDED', b.app.clock.now());
  const found = await week();
  expect(found.gone).toEqual({ [left]: '停用' });
  expect(await cellOf(left, 0)).toEqual({ portions: 1, version: 1 });
  expect(found.people.map(({ id }) => id)).not.toContain(before);
  const after = await week(mondayOf(b.day(14)));
  expect(after.people.map(({ id }) => id)).not.toContain(left);
  const { data } = await save([[left, 4, b.lunchId, 1, 0]]);
  expect(data).toMatchObject({ written: 0, refused: [expect.anything()] });
  for (const id of [left, before]) await become(id, 'NORMAL', now);
  b.app.clock.set(now);
});

test('cells past their cut-off are refused one by one; who says why may', async () => {
  const id = b.diners[4]!.id;
  const now = b.app.clock.now();
  // Tuesday's lunch closes on Monday at 18:00.
  b.app.clock.set(Date.parse(`${monday}T19:00:00+08:00`));
  const cells: Cell[] = [
    [id, 1, b.lunchId, 1, 0],
    [id, 2, b.lunchId, 1, 0],
  ];
  const { data } = await save(cells);
  expect(data).toMatchObject({ written: 1, refused: [{ personId: id, why: expect.stringContaining('18:00 截止') }] });
  expect((await save([cells[0]!], { lateReason: '漏报' })).data.written).toBe(1);
  const back = await save([[id, 1, b.lunchId, 0, 1]]);
  expect(back.data).toMatchObject({ written: 0, refused: [{ why: expect.stringContaining('截止') }] });
  b.app.clock.set(now);
});

test('who eats by default declines, and is not reported at the cut-off', async () => {
  const { data: rules } = await b.school<{ rows: { id: number }[] }>('report_meal_mode', 'query', {
    search: { status: 'NORMAL' },
  });
  for (const { id } of rules.rows) await b.school('report_meal_mode', 'disable', { id });
  const own = await b.school<{ id: number }>('report_meal_mode', 'create', {
    ...lunchRule(b),
    name: '默认',
    mode: 'OPT_OUT',
  });
  const id = b.diners[5]!.id;
  const { terms, people } = await week();
  const { kind } = people.find((person) => person.id === id)!;
  expect(terms[kind]!.some((one) => one?.byDefault)).toBe(true);
  expect((await save([[id, 3, b.lunchId, 0, 0]])).data.written).toBe(1);
  expect(await cellOf(id, 3)).toEqual({ portions: 0, version: 1 });
  expect(await drift()).toBe(0);
  const now = b.app.clock.now();
  b.app.clock.set(Date.parse(`${(await week()).days[2]!.date}T18:01:00+08:00`));
  await turnMealClock(b.app.services);
  expect(await cellOf(id, 3)).toEqual({ portions: 0, version: 1 });
  expect((await cellOf(b.diners[6]!.id, 3))?.portions).toBe(1);
  // Who comes to eat by default only afterwards is not taken for reported: nobody cooks for him.
  const { slots, terms: after } = await week();
  const closed = slots.findIndex((slot) => slot.closed && slot.mealPeriodId === b.lunchId);
  const open = slots.findIndex((slot) => !slot.closed && slot.mealPeriodId === b.lunchId);
  expect([after[kind]![closed]?.byDefault, after[kind]![open]?.byDefault]).toEqual([false, true]);
  b.app.clock.set(now);
  await b.school('report_meal_mode', 'disable', { id: own.data.id });
  await b.school('report_meal_mode', 'enable', { id: b.ruleId });
});

test('people of another unit are nobody; a cell named twice, days beyond a week and more than 20,000 cells are refused', async () => {
  const { rows } = await b.app.services.pool.query<{ id: number }>(
    'select id from person where organization_id <> $1 limit 1',
    [b.organizationId],
  );
  const id = rows[0]!.id;
  expect((await save([[id, 1, b.lunchId, 1, 0]])).data).toMatchObject({ written: 0, refused: [{ personId: id }] });
  const own = b.diners[0]!.id;
  const twice: Cell = [own, 4, b.lunchId, 1, 0];
  expect((await save([twice, twice])).errorcode).not.toBe(0);
  expect((await save([[own, 7, b.lunchId, 1, 0]])).errorcode).not.toBe(0);
  const most = 20_000;
  const many = Array.from({ length: most + 1 }, (_, i): Cell => [i + 1, 4, b.lunchId, 1, 0]);
  expect((await save(many)).errorcode).not.toBe(0);
  expect(await cellOf(1, 4)).toBeUndefined();
});
