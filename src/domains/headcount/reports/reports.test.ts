/** Reporting meals and taking them back: cut-offs, rules, rights, one row per person and meal. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HeadcountBench, headcountBench, lunchRule } from '../testing.ts';

let b: HeadcountBench;
beforeAll(async () => {
  b = await headcountBench();
}, 120_000);
afterAll(() => b.app.stop());

interface Row {
  id: number;
  personId: number;
  status: string;
  portions: number;
  late: boolean;
  version: number;
}
const rows = async (diningDate: string, personId: number) => {
  const { rows: found } = await b.app.services.pool.query<Row>(
    `select id, person_id as "personId", status, portions, late, version from meal_report
     where organization_id = $1 and dining_date = $2 and person_id = $3`,
    [b.organizationId, diningDate, personId],
  );
  return found;
};
const events = async (id: number) => {
  const { rows: found } = await b.app.services.pool.query<{ event: string }>(
    'select event from meal_report_event where organization_id = $1 and report_id = $2 order by id',
    [b.organizationId, id],
  );
  return found.map((row) => row.event);
};
const cancel = (id: number, lateReason = '') => b.school('manual_report_meal', 'cancel', { id, lateReason });

test('a meal is reported once per person; again says when, taken back and reported anew is the same row', async () => {
  const [diner] = b.diners;
  expect(await b.report([diner!.id], b.day(2))).toMatchObject({ errorcode: 0 });
  const again = await b.report([diner!.id], b.day(2));
  expect(again).toMatchObject({ errorcode: 2755, errormsg: expect.stringContaining('已报 1 份') });
  const [row] = await rows(b.day(2), diner!.id);
  expect(await cancel(row!.id)).toMatchObject({ errorcode: 0 });
  expect(await b.report([diner!.id], b.day(2), { portions: 2 })).toMatchObject({ errorcode: 0 });
  const after = await rows(b.day(2), diner!.id);
  expect(after).toEqual([{ ...row!, portions: 2, status: 'REPORTED', version: 3 }]);
  expect(await events(row!.id)).toEqual(['REPORT', 'CANCEL', 'REPORT']);
});

test('after the cut-off nobody reports without the reason of who may; the instant is named', async () => {
  const [, diner] = b.diners;
  const late = await b.report([diner!.id], b.today);
  expect(late).toMatchObject({ errorcode: 2752, errormsg: expect.stringMatching(/已于 .* 18:00 截止/) });
  expect(await b.report([diner!.id], b.today, { lateReason: '临时来客' })).toMatchObject({ errorcode: 0 });
  expect(await rows(b.today, diner!.id)).toMatchObject([{ late: true }]);
});

test('taking back closes at its own time; afterwards it needs a reason as well', async () => {
  const [, , diner] = b.diners;
  await b.report([diner!.id], b.day(1));
  const [row] = await rows(b.day(1), diner!.id);
  const now = b.app.clock.now();
  b.app.clock.set(Date.parse(`${b.today}T17:30:00+08:00`));
  expect(await cancel(row!.id)).toMatchObject({ errorcode: 2752 });
  expect(await cancel(row!.id, '病假')).toMatchObject({ errorcode: 0 });
  expect((await cancel(row!.id, '病假')).errorcode).not.toBe(0);
  b.app.clock.set(now);
});

test('a day too far ahead, a meal without a rule, too many portions and who is suspended are refused by name', async () => {
  const [, , , diner] = b.diners;
  expect(await b.report([diner!.id], b.day(20))).toMatchObject({ errorcode: 2751 });
  expect(await b.report([diner!.id], b.day(3), { portions: 3 })).toMatchObject({ errorcode: 2754 });
  const { data } = await b.school<{ rows: { id: number; name: string }[] }>('meal', 'query', { page: 1, size: 20 });
  const other = data.rows.find((meal) => meal.id !== b.lunchId)!;
  expect(await b.report([diner!.id], b.day(3), { mealPeriodIds: [other.id] })).toMatchObject({ errorcode: 2750 });
});

test('people of another unit are nobody', async () => {
  const { rows: others } = await b.app.services.pool.query<{ id: number }>(
    'select id from person where organization_id <> $1 limit 1',
    [b.organizationId],
  );
  const answer = await b.report([others[0]!.id], b.day(3));
  expect(answer.errorcode).not.toBe(0);
  expect(await rows(b.day(3), others[0]!.id)).toEqual([]);
});

test('two clerks at once write one row', async () => {
  const [, , , , diner] = b.diners;
  const answers = await Promise.all([1, 2, 3].map(() => b.report([diner!.id], b.day(4))));
  expect(answers.map((one) => one.errorcode).sort()).toEqual([0, 2755, 2755]);
  expect(await rows(b.day(4), diner!.id)).toHaveLength(1);
});

test('a second rule for the same meal, type and day is refused with the name of the first', async () => {
  const second = { ...lunchRule(b), name: '另一条', dayKinds: ['WORKDAY'] };
  expect(await b.school('report_meal_mode', 'create', second)).toMatchObject({
    errorcode: 2757,
    errormsg: expect.stringContaining('午餐报餐'),
  });
  const falling = {
    ...lunchRule(b),
    steps: [
      { from: 1, percent: 100 },
      { from: 2, percent: 50 },
    ],
  };
  expect(await b.school('report_meal_mode', 'create', { ...falling, name: '下降', mealPeriodIds: [] })).toMatchObject({
    errorcode: 1101,
  });
  const { data } = await b.school<{ rows: { version: number }[] }>('report_meal_mode', 'query', {
    search: { status: 'NORMAL' },
  });
  expect(data.rows).toHaveLength(1);
  const wrong = await b.school('report_meal_mode', 'update', { id: b.ruleId, steps: falling.steps });
  expect(wrong).toMatchObject({ fields: { steps: expect.stringContaining('上升') } });
});

test('the page of cut-offs shows the next real instant and keeps what was not touched', async () => {
  const { data } = await b.school<{ meals: { mealPeriodId: number; next: string; version: number; open: boolean }[] }>(
    'meal_reporting_period',
    'get',
  );
  const lunch = data.meals.find((line) => line.mealPeriodId === b.lunchId)!;
  // Opened by the demo, moved by the bench.
  expect(lunch).toMatchObject({ open: true, version: 2, next: expect.stringContaining('18:00') });
  const closed = data.meals.filter((line) => line !== lunch);
  expect(closed.every((line) => !line.open && line.next === '')).toBe(true);
  const stale = data.meals.map((line) => ({ ...line, version: 9 }));
  expect((await b.school('meal_reporting_period', 'update', { id: 1, meals: stale })).errorcode).not.toBe(0);
});

test('a hundred people for a week are one command, with what was left out by reason', async () => {
  const { rows: people } = await b.app.services.pool.query<{ id: number }>(
    `select id from person where organization_id = $1 and status = 'NORMAL' order by id limit 100`,
    [b.organizationId],
  );
  const ids = people.map((row) => row.id);
  await b.report([ids[0]!], b.day(5));
  expect(await b.report(ids, b.day(5), { toDate: b.day(11) })).toMatchObject({
    errorcode: 0,
    data: {
      receipt: {
        lines: expect.arrayContaining([
          ['未报', '1 人次'],
          ['1 人次', expect.stringContaining('已报 1 份')],
        ]),
      },
    },
  });
  const { rows: count } = await b.app.services.pool.query<{ n: number }>(
    `select count(*)::int as n from meal_report where organization_id = $1 and dining_date between $2 and $3`,
    [b.organizationId, b.day(5), b.day(11)],
  );
  expect(count[0]!.n).toBe(people.length * 7);
});

const reportOf = async (personId: number, day: string) => {
  const { rows: found } = await b.app.services.pool.query<{
    id: number;
    mealPeriodId: number;
    portions: number;
    status: string;
    source: string;
    restaurantId: number;
  }>(
    `select id, meal_period_id as "mealPeriodId", portions, status, source, restaurant_id as "restaurantId" from meal_report
     where organization_id = $1 and dining_date = $2 and person_id = $3 order by id`,
    [b.organizationId, day, personId],
  );
  return found;
};
/** The journal's portions against those of the reports, over the days to come. */
const drift = async () => {
  const { rows: sums } = await b.app.services.pool.query<{ journal: number; reports: number }>(
    `select (select coalesce(sum(portions), 0)::int from rollup_meal where organization_id = $1 and dining_date > $2) as journal,
       (select coalesce(sum(portions), 0)::int from meal_report where organization_id = $1 and dining_date > $2
          and status = 'REPORTED') as reports`,
    [b.organizationId, b.today],
  );
  return sums[0]!.journal - sums[0]!.reports;
};

test('改报: other portions and another restaurant change the row, another meal takes its place, and the journal agrees', async () => {
  const diner = b.diners[6]!;
  const day = b.day(12);
  await b.report([diner.id], day);
  const [row] = await reportOf(diner.id, day);
  const { rows: places } = await b.app.services.pool.query<{ id: number }>(
    'select id from restaurant where organization_id = $1 and id <> $2 limit 1',
    [b.organizationId, row!.restaurantId],
  );
  const change = (values: object) =>
    b.school('manual_report_meal', 'change', {
      id: row!.id,
      portions: 1,
      mealPeriodId: b.lunchId,
      restaurantId: row!.restaurantId,
      lateReason: null,
      ...values,
    });
  expect((await change({})).errorcode).not.toBe(0);
  expect(await change({ portions: 3 })).toMatchObject({ errorcode: 2754 });
  expect(await change({ portions: 2, restaurantId: places[0]!.id })).toMatchObject({ errorcode: 0 });
  expect(await reportOf(diner.id, day)).toMatchObject([{ id: row!.id, portions: 2, restaurantId: places[0]!.id }]);
  expect(await drift()).toBe(0);
  const { data } = await b.school<{ rows: { id: number; name: string }[] }>('meal', 'query', { page: 1, size: 20 });
  const other = data.rows.find((meal) => meal.id !== b.lunchId)!;
  // Nothing of it stands when the other meal cannot be reported.
  expect(await change({ mealPeriodId: other.id })).toMatchObject({ errorcode: 2750 });
  expect(await reportOf(diner.id, day)).toMatchObject([{ status: 'REPORTED', portions: 2 }]);
});

test('不就餐 takes back what is reported and tells who had nothing to take back', async () => {
  const [one, two] = [b.diners[7]!.id, b.diners[8]!.id];
  const day = b.day(13);
  await b.report([one], day);
  const none = {
    departmentIds: [],
    personIds: [one, two],
    fromDate: day,
    toDate: day,
    mealPeriodIds: [b.lunchId],
    lateReason: null,
  };
  expect(await b.school('manual_report_meal', 'decline', none)).toMatchObject({
    errorcode: 0,
    data: {
      receipt: {
        lines: expect.arrayContaining([
          ['不就餐', '1 人次'],
          ['1 人次', expect.stringContaining('没有报餐，不用取消')],
        ]),
      },
    },
  });
  expect(await reportOf(one, day)).toMatchObject([{ status: 'CANCELLED' }]);
  expect(await reportOf(two, day)).toEqual([]);
});
