/** What was added up at night says what the reports and trades themselves say, also of what was written afterwards. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { settleMeal } from '../settle/settle-meal.ts';
import { type HeadcountBench, headcountBench } from '../testing.ts';
import { keepDigest } from './keep-digest.ts';
import { type Lived, liveMeals } from './testing.ts';

let b: HeadcountBench;
let lived: Lived;

const ask = async (page: string, search: Record<string, unknown>) => {
  const { data, errormsg } = await b.school<{ rows: Record<string, unknown>[] }>(page, 'query', { size: 100, search });
  expect(errormsg).toBe('');
  // Who eats by default is told of meals still open: that passes with the hours, whatever was added up.
  return { ...data, rows: data.rows.map(({ byDefault: _, ...row }) => row) };
};
const monthOf = (day: string) => `${day.slice(0, 7)}-01`;

/** Both reports over the times that are told in different ways: all, whole months, parts of months, one department or restaurant. */
async function told() {
  const first = lived.days[0]!;
  const last = lived.days.at(-1)!;
  const { rows } = await b.app.services.pool.query<{ id: number }>(
    'select id from department where organization_id = $1 order by id limit 1',
    [b.organizationId],
  );
  const spans = [null, [first, last], [monthOf(first), addDays(last, 20)], [addDays(first, 1), null], [null, last]];
  const parts = [{}, { departmentId: [rows[0]!.id] }, { restaurantId: [b.device.restaurantId] }];
  const found: Record<string, unknown> = {};
  for (const diningDate of spans)
    for (const part of parts)
      for (const page of ['daily_report_meal_summary', 'personal_report_meal_summary'])
        found[`${page} ${JSON.stringify([diningDate, part])}`] = await ask(page, { diningDate, ...part });
  // By the month, whole and in part, several of them and without an end.
  const monthEnd = (day: string, months: number) => addDays(monthOf(addDays(monthOf(day), 31 * months)), -1);
  for (const businessDate of [
    [monthOf(first), monthEnd(first, 1)],
    [monthOf(addDays(first, -31)), monthEnd(last, 2)],
    [monthOf(first), null],
    [first, last],
  ])
    for (const part of [{}, { departmentId: [rows[0]!.id] }])
      found[`months ${JSON.stringify([businessDate, part])}`] = await ask('meals_deduction_month', {
        businessDate,
        ...part,
      });
  return found;
}

const drop = async () => {
  for (const table of ['meal_digest', 'rollup_diner_month', 'rollup_diner_day', 'rollup_cost_month'])
    await b.app.services.pool.query(`delete from ${table} where organization_id = $1`, [b.organizationId]);
};
const lines = async () => {
  const { rows } = await b.app.services.pool.query<{ n: number; costs: number; covered: string }>(
    `select (select count(*)::int from rollup_diner_month where organization_id = $1) as n,
       (select count(*)::int from rollup_cost_month where organization_id = $1) as costs,
       (select covered_to from meal_digest where organization_id = $1) as covered`,
    [b.organizationId],
  );
  return rows[0]!;
};

beforeAll(async () => {
  b = await headcountBench();
  lived = await liveMeals(b, 20_261_123, 4, 16);
  b.app.clock.set(Date.parse(`${addDays(lived.days.at(-1)!, 2)}T12:00:00+08:00`));
}, 600_000);
afterAll(() => b?.app.stop());

test('reports say the same whether the days were added up or not', async () => {
  const asItLies = await told();
  await keepDigest(b.app.services, b.organizationId);
  const { n, costs, covered } = await lines();
  expect(n).toBeGreaterThan(0);
  expect(costs).toBeGreaterThan(0);
  expect(covered >= lived.days.at(-1)!).toBe(true);
  expect(await told()).toEqual(asItLies);
});

test('what is written afterwards is seen at once, and added up the next night', async () => {
  const day = lived.days[1]!;
  const { pool, db, ids, clock } = b.app.services;
  const missed = await pool.query<{ id: number }>(
    `select id from meal_report where organization_id = $1 and charge_fen > 0 order by id limit 1`,
    [b.organizationId],
  );
  b.app.clock.set(clock.now() + 60_000);
  const before = await told();
  const waived = await b.school('report_meal_detail', 'waive', { ids: [missed.rows[0]!.id], reason: '设备故障' });
  expect(waived.errormsg).toBe('');
  // A terminal that tells days later.
  const eater = lived.people[0]!;
  await b.upload([
    { cardNo: eater.cardNo, amountFen: 400, occurredAt: Date.parse(`${day}T12:10:00+08:00`) },
    { cardNo: lived.people[1]!.cardNo, amountFen: 400, occurredAt: Date.parse(`${day}T12:11:00+08:00`) },
  ]);
  await db
    .transaction()
    .execute((trx) =>
      settleMeal(
        sqlOf(trx),
        ids,
        { organizationId: b.organizationId, diningDate: day, mealPeriodId: b.lunchId },
        { nowMs: clock.now(), by: { id: 0, name: '系统' }, final: true },
      ),
    );
  const seen = await told();
  expect(seen).not.toEqual(before);
  await drop();
  const asItLies = await told();
  expect(seen).toEqual(asItLies);
  await keepDigest(b.app.services, b.organizationId);
  b.app.clock.set(clock.now() + 86_400_000);
  await keepDigest(b.app.services, b.organizationId);
  expect(await told()).toEqual(asItLies);
});

test('a day is not added up before all its meals are settled', async () => {
  const open = lived.days[2]!;
  await b.app.services.pool.query(
    `update meal_settlement set state = 'PROVISIONAL' where organization_id = $1 and dining_date = $2`,
    [b.organizationId, open],
  );
  await drop();
  const asItLies = await told();
  await keepDigest(b.app.services, b.organizationId);
  expect((await lines()).covered).toBe(addDays(open, -1));
  expect(await told()).toEqual(asItLies);
});
