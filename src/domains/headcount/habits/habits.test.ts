/** Meals by fixed weekdays, terms of grades, and meals departments report for their people. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import type { GridWeek } from '../grid/week.ts';
import { dinersOf, reportMeals } from '../reports/report-meals.ts';
import { instantOf, mealSetting } from '../rules/setting.ts';
import { turnMealClock } from '../settle/meal-clock.ts';
import { type HeadcountBench, headcountBench } from '../testing.ts';
import { isHabitual } from './habits.ts';

let b: HeadcountBench;
beforeAll(async () => {
  b = await headcountBench({ mode: 'CALENDAR' });
  const { data } = await b.school<{ rows: { id: number }[] }>(termPage, 'query', {});
  for (const { id } of data.rows) await b.school(termPage, 'remove', { id });
  // The demo's own people.
  await b.app.services.pool.query('delete from meal_habit where organization_id = $1', [b.organizationId]);
}, 120_000);
afterAll(() => b.app.stop());

const page = 'manual_report_meal/habit';
const termPage = 'meal_reporting_period/term';
const weekday = (day: string) => String(new Date(`${day}T00:00:00Z`).getUTCDay() || 7);
const register = (personIds: number[], weekdays: string[], more: object = {}) =>
  b.school(page, 'register', {
    departmentIds: [],
    personIds,
    weekdays,
    mealPeriodIds: [b.lunchId],
    fromDate: b.today,
    toDate: null,
    ...more,
  });
const reports = async (day: string, among: readonly number[]) => {
  const { rows } = await b.app.services.pool.query<{ id: number; status: string; source: string }>(
    `select person_id as id, status, source from meal_report
     where organization_id = $1 and dining_date = $2 and meal_period_id = $3 and person_id = any($4::bigint[])
     order by person_id`,
    [b.organizationId, day, b.lunchId, among],
  );
  return rows;
};
const close = async (day: string) => {
  b.app.clock.set(instantOf(addDays(day, -1), '18:01'));
  await turnMealClock(b.app.services);
};

test('a habit speaks of its weekdays, meals and days alone', () => {
  const habit = { from: '2026-11-23', to: '2026-12-06', weekdays: ['1', '7'], meals: [3] };
  expect(isHabitual([habit], '2026-11-23', 3)).toBe(true);
  expect(isHabitual([habit], '2026-12-06', 3)).toBe(true);
  expect(isHabitual([habit], '2026-11-24', 3)).toBe(false);
  expect(isHabitual([habit], '2026-11-23', 4)).toBe(false);
  expect(isHabitual([habit], '2026-12-07', 3)).toBe(false);
});

test('who eats on that weekday is reported at the cut-off, but who said no, ended it, or eats on others', async () => {
  const day = b.day(3);
  const [eats, other, declines, ended] = b.diners.map(({ id }) => id) as [number, number, number, number];
  const rest = ['1', '2', '3', '4', '5', '6', '7'].filter((one) => one !== weekday(day));
  expect((await register([eats, declines, ended], [weekday(day)])).errorcode).toBe(0);
  expect((await register([eats], [weekday(day)])).data).toMatchObject({
    receipt: {
      lines: [
        ['登记', '0 人'],
        ['已有相同登记', '1 人'],
      ],
    },
  });
  await register([other], rest);
  const listed = await b.school<{ rows: { id: number; personId: number }[] }>(page, 'query', {});
  const row = listed.data.rows.find((one) => one.personId === ended)!;
  expect((await b.school(page, 'end', { id: row.id, lastOn: addDays(b.today, -1) })).errorcode).toBe(1101);
  expect((await b.school(page, 'end', { id: row.id, lastOn: b.today })).errorcode).toBe(0);
  const decline = (personIds: number[]) =>
    b.school('manual_report_meal', 'decline', {
      departmentIds: [],
      personIds,
      fromDate: day,
      toDate: day,
      mealPeriodIds: [b.lunchId],
      lateReason: null,
    });
  expect(await decline([other])).toMatchObject({ errorcode: 3003 });
  expect((await decline([declines])).errorcode).toBe(0);
  await close(day);
  expect(await reports(day, [eats, other, declines, ended])).toEqual(
    [
      { id: declines, status: 'CANCELLED', source: 'MANUAL' },
      { id: eats, status: 'REPORTED', source: 'AUTO' },
    ].sort((x, y) => x.id - y.id),
  );
});

test('the grid knows whose weekdays they are', async () => {
  const { data } = await b.school<GridWeek>('manual_report_meal_v2', 'week', { date: b.day(7) });
  const eats = b.diners[0]!.id;
  const slots = data.habits[eats]!.map((slot) => data.slots[slot]!);
  expect(slots.map((slot) => weekday(slot.date))).toEqual([weekday(b.day(3))]);
  expect(data.terms[data.people.find((one) => one.id === eats)!.kind]!.some((one) => one?.byHabit)).toBe(true);
});

test('outside the term of its own grade nobody of it is reported; the others are', async () => {
  const day = b.day(4);
  const { rows } = await b.app.services.pool.query<{ id: number; departmentId: number }>(
    'select id, department_id as "departmentId" from person where organization_id = $1 and id = any($2::bigint[]) order by id',
    [b.organizationId, b.diners.map(({ id }) => id)],
  );
  const away = rows[0]!;
  const here = rows.find((one) => one.departmentId !== away.departmentId)!;
  const term = { name: '一年级学期', fromDate: b.day(20), toDate: b.day(90), departmentIds: [away.departmentId] };
  expect((await b.school(termPage, 'create', term)).errorcode).toBe(0);
  expect((await b.school(termPage, 'create', { ...term, name: '重叠' })).errorcode).toBe(1101);
  const other = { ...term, name: '他年级', fromDate: b.today, departmentIds: [here.departmentId] };
  expect((await b.school(termPage, 'create', other)).errorcode).toBe(0);
  await register([away.id, here.id], [weekday(day)]);
  expect(await b.report([away.id], day)).toMatchObject({ errorcode: 2750 });
  await close(day);
  const told = (await reports(day, [here.id, away.id])).map(({ id }) => id);
  expect(told).toContain(here.id);
  expect(told).not.toContain(away.id);
});

test('where the department reports, a person may not for himself; the desk may', async () => {
  const { data } = await b.school<{ rows: { id: number }[] }>(termPage, 'query', {});
  for (const { id } of data.rows) await b.school(termPage, 'remove', { id });
  await b.school('report_meal_mode', 'update', { id: b.ruleId, mode: 'DEPT' });
  const { pool, ids, clock } = b.app.services;
  const id = b.diners[6]!.id;
  const day = b.day(6);
  const setting = await mealSetting(pool, b.organizationId, clock.now());
  const { refused } = await reportMeals(
    pool,
    ids,
    setting,
    await dinersOf(pool, b.organizationId, [id]),
    [{ personId: id, diningDate: day, mealPeriodId: b.lunchId }],
    { organizationId: b.organizationId, nowMs: clock.now(), by: { id: 0, name: '' }, source: 'SELF' },
  );
  expect(refused[0]?.refusal.code).toBe('BY_DEPARTMENT');
  expect((await b.report([id], day)).errorcode).toBe(0);
});
