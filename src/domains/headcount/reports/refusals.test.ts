/** What reporting refuses that no other test meets. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMany } from '../../../../bench/open-people.ts';
import { mealSetting } from '../rules/setting.ts';
import { type HeadcountBench, headcountBench } from '../testing.ts';
import { cancelMeals } from './cancel-meals.ts';
import { declineMeals } from './decline-meals.ts';
import { dinersOf, judge, reportMeals } from './report-meals.ts';

let b: HeadcountBench;
beforeAll(async () => {
  b = await headcountBench();
}, 600_000);
afterAll(() => b?.app.stop());

const by = { id: 1, name: '前台' };
async function deskOf() {
  const { pool, clock, ids } = b.app.services;
  const { organizationId } = b;
  const setting = await mealSetting(pool, organizationId, clock.now());
  return { pool, ids, setting, doing: { organizationId, nowMs: clock.now(), by, source: 'MANUAL' as const } };
}
const dinerOf = async (id: number) => (await dinersOf(b.app.services.pool, b.organizationId, [id])).get(id)!;
const cellOf = (personId: number, diningDate: string) => ({ personId, diningDate, mealPeriodId: b.lunchId });

test('who is not in good standing, or whose type is kept from the meal, reports nothing', async () => {
  const { setting, doing } = await deskOf();
  const diner = await dinerOf(b.diners[0]!.id);
  const cell = cellOf(diner.id, b.day(2));
  expect(judge(setting, { ...diner, status: 'LOST' }, cell, doing)).toMatchObject({ code: 'DINER_NOT_NORMAL' });
  expect(judge(setting, { ...diner, barred: [b.lunchId] }, cell, doing)).toMatchObject({ code: 'MEAL_NOT_REPORTED' });
  expect(judge(setting, diner, { ...cell, mealPeriodId: 1 }, doing)).toMatchObject({ code: 'MEAL_NOT_REPORTED' });
});

test('more than five thousand people at once are told to go in parts, whatever is done for them', async () => {
  const { services } = b.app;
  await openMany(services, b.organizationId, { prefix: 'MANY', count: 6_000, firstCard: 72_000_000 });
  const { rows } = await services.pool.query<{ id: number }>(
    'select distinct department_id as id from person where organization_id = $1 and department_id is not null',
    [b.organizationId],
  );
  const departmentIds = rows.map(({ id }) => id);
  const day = b.day(4);
  const span = { departmentIds, personIds: [], fromDate: day, toDate: day };
  const told = { errorcode: 1103, errormsg: expect.stringContaining('一次 5000 人') };
  expect(await b.report([], day, { departmentIds })).toMatchObject(told);
  const absent = { ...span, mealPeriodIds: [], kind: 'LEAVE', reason: '研学' };
  expect(await b.school('manual_report_meal/absence', 'register', absent)).toMatchObject(told);
}, 300_000);

test('a settled meal takes no report, and none of it is taken back', async () => {
  const { pool, ids, setting, doing } = await deskOf();
  const day = b.day(3);
  const [one, two] = b.diners as unknown as [{ id: number }, { id: number }];
  await b.report([one.id], day);
  await pool.query(
    `insert into meal_settlement (organization_id, id, dining_date, meal_period_id, state, closed_at, reported_count)
     values ($1, $2, $3, $4, 'SETTLED', now(), 1)`,
    [b.organizationId, await ids.next(), day, b.lunchId],
  );
  expect(await b.report([two.id], day)).toMatchObject({ errorcode: 2756 });
  const { rows } = await pool.query<{ id: number; portions: number }>(
    'select id, portions from meal_report where organization_id = $1 and dining_date = $2 and person_id = $3',
    [b.organizationId, day, one.id],
  );
  const listed = { ...rows[0]!, diningDate: day, mealPeriodId: b.lunchId, mealPeriodName: '午餐' };
  expect(await cancelMeals(pool, ids, [listed], doing)).toMatchObject({ code: 'MEAL_SETTLED' });
  expect(setting.meals.has(b.lunchId)).toBe(true);
});

test('a report is taken back once; who must say so to eat has nothing to decline, and nobody declines what is said', async () => {
  const { pool, ids, setting, doing } = await deskOf();
  const day = b.day(5);
  const [first, second] = b.diners.slice(3, 5) as unknown as [{ id: number }, { id: number }];
  await b.report([first.id], day);
  const { rows } = await pool.query<{ id: number; portions: number }>(
    'select id, portions from meal_report where organization_id = $1 and dining_date = $2 and person_id = $3',
    [b.organizationId, day, first.id],
  );
  const listed = { ...rows[0]!, diningDate: day, mealPeriodId: b.lunchId, mealPeriodName: '午餐' };
  expect(await cancelMeals(pool, ids, [listed], doing)).toBeUndefined();
  expect(await cancelMeals(pool, ids, [listed], doing)).toMatchObject({ code: 'NOT_CANCELLABLE' });
  const diners = await dinersOf(pool, b.organizationId, [second.id]);
  const decline = async (mode: 'OPT_IN' | 'OPT_OUT') => {
    const rules = setting.rules.map((rule) => ({ ...rule, mode }));
    const cells = [cellOf(second.id, day)];
    return (await declineMeals(pool, ids, { ...setting, rules }, new Set(), diners, cells, doing)).refused[0]?.refusal;
  };
  expect(await decline('OPT_IN')).toMatchObject({ code: 'NOT_BY_DEFAULT' });
  await reportMeals(pool, ids, setting, diners, [cellOf(second.id, day)], doing);
  expect(await decline('OPT_OUT')).toMatchObject({ code: 'SAID_BEFORE' });
});
