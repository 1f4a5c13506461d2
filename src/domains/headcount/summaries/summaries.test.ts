/** The reports on meals against a plain recount of everything that happened, and what their identities find. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastOfMonth } from '../../../kit/define/month.ts';
import { foldAllWaiting } from '../../wallet/testing.ts';
import { type HeadcountBench, headcountBench } from '../testing.ts';
import { type Lived, liveMeals } from './testing.ts';

let b: HeadcountBench;
let lived: Lived;
let token: string;

interface Row extends Record<string, unknown> {
  diningDate: string;
  state: string;
}
interface Listed {
  rows: Row[];
  total: number;
  sums: Record<string, number>;
  check: { ok: boolean; text: string } | null;
}
const ask = async (page: string, search: Record<string, unknown>) => {
  const { body } = await b.app.post(`/admin/organization/${page}`, 'query', { size: 100, search }, token);
  expect([page, body.errorcode, body.errormsg]).toEqual([page, 0, '']);
  return body.data as Listed;
};
/** Of lunch: of dinner the demo's classes say numbers alone. */
const summary = (search: Record<string, unknown> = {}) =>
  ask('daily_report_meal_summary', {
    diningDate: [lived.days[0], lived.days.at(-1)],
    mealPeriodId: [b.lunchId],
    ...search,
  });

beforeAll(async () => {
  b = await headcountBench();
  lived = await liveMeals(b, 20_261_122);
  token = await b.app.login('school');
}, 600_000);
afterAll(() => b?.app.stop());

interface Report {
  id: number;
  day: string;
  person: number;
  portions: number;
  status: string;
  fate: string;
  department: number | null;
}
interface Trade {
  id: number;
  day: string;
  person: number;
  kind: string;
  original: number | null;
  fen: number;
  department: number;
}
interface Counted {
  day: string;
  department: number;
}
/** Every report, every trade and every count of lunch, as they lie; a count covers its department with all below. */
async function facts() {
  const { pool } = b.app.services;
  const reports = await pool.query<Report>(
    `select id, dining_date as day, person_id as person, portions, status, fate, department_id as department
     from meal_report where organization_id = $1 and dining_date >= $2`,
    [b.organizationId, lived.days[0]],
  );
  const trades = await pool.query<Trade>(
    `select id, occurred_date as day, person_id as person, kind, original_trade_id as original, amount_fen as fen,
       department_id as department
     from trade where organization_id = $1 and meal_period_id = $2`,
    [b.organizationId, b.lunchId],
  );
  const counts = await pool.query<Counted>(
    `select c.dining_date as day, d.id as department from meal_count c join department d
       on d.organization_id = c.organization_id and (d.id = c.department_id or c.department_id = any(d.above))
     where c.organization_id = $1 and c.meal_period_id = $2 and c.status = 'REPORTED'`,
    [b.organizationId, b.lunchId],
  );
  return { reports: reports.rows, trades: trades.rows, counts: counts.rows };
}

function recount(day: string, { reports, trades, counts }: Awaited<ReturnType<typeof facts>>) {
  const own = reports.filter((one) => one.day === day);
  const portions = (keep: (one: Report) => boolean) => own.filter(keep).reduce((sum, one) => sum + one.portions, 0);
  const reported = own.filter((one) => one.status === 'REPORTED');
  const back = new Map<number, number>();
  for (const one of trades)
    if (one.kind === 'REVERSE' && one.original !== null)
      back.set(one.original, (back.get(one.original) ?? 0) + one.fen);
  const eaters = new Set(
    trades
      .filter((one) => one.kind === 'CONSUME' && one.day === day && (back.get(one.id) ?? 0) < one.fen)
      .map((one) => one.person),
  );
  const had = new Set(reported.map((one) => one.person));
  const silent = [...eaters].filter((id) => !had.has(id));
  const covered = new Set(counts.filter((one) => one.day === day).map((one) => one.department));
  const departmentOf = new Map(trades.map((one) => [one.person, one.department]));
  const counted = silent.filter((id) => covered.has(departmentOf.get(id)!));
  return {
    portions: portions((one) => one.status === 'REPORTED'),
    cancelledPortions: portions((one) => one.status === 'CANCELLED'),
    eatenPortions: portions((one) => one.fate === 'EATEN'),
    unclearPortions: portions((one) => one.fate === 'UNCLEAR'),
    missedPortions: portions((one) => !['', 'EATEN', 'UNCLEAR'].includes(one.fate)),
    heads: eaters.size,
    reportedHeads: [...eaters].filter((id) => had.has(id)).length,
    countedHeads: counted.length,
    unreportedHeads: silent.length - counted.length,
  };
}

test('every figure of every day is what a plain recount finds, and the identities hold', async () => {
  const { rows, check } = await summary();
  const all = await facts();
  expect(rows.map((row) => row.diningDate)).toEqual([...lived.days].reverse());
  for (const row of rows) expect(row).toMatchObject({ state: 'SETTLED', ...recount(row.diningDate, all) });
  expect(rows.some((row) => row.movedHeads !== 0)).toBe(true);
  expect(rows.some((row) => Number(row.cancelledPortions) > 0)).toBe(true);
  // Of the weekend's lunch the demo's departments say numbers alone.
  expect(rows.some((row) => Number(row.countedHeads) > 0)).toBe(true);
  expect(check).toMatchObject({ ok: true, text: expect.stringContaining('消费人次') });
  // Beside the dinners these days are the same, and the identities hold over both.
  const both = await summary({ mealPeriodId: null });
  expect(both.check).toMatchObject({ ok: true });
  expect(both.total).toBeGreaterThan(rows.length);
  const figures = ({ id: _, ...row }: Row) => row;
  expect(both.rows.filter((row) => row.mealPeriodId === b.lunchId).map(figures)).toEqual(rows.map(figures));
});

test('every figure opens the lines it adds up', async () => {
  const { rows } = await summary();
  const spec = b.app.services.registry.at('/admin/organization/daily_report_meal_summary')!.page;
  const { columns = {} } = spec.report!.drill!;
  for (const row of rows)
    for (const [key, drill] of Object.entries(columns)) {
      if (!drill || !row[key] || !spec.list!.columns.includes(key)) continue;
      const { sums, total } = await ask(String(drill.path).replace('/admin/organization/', ''), drill.search(row, {}));
      const found =
        key.endsWith('Portions') || key === 'portions' ? sums.portions : key === 'pendingHeads' ? total : sums.heads;
      expect([row.diningDate, key, found]).toEqual([row.diningDate, key, row[key]]);
    }
});

test('a department has its own people with all below, and all departments together the whole', async () => {
  const whole = await summary();
  const { rows: tops } = await b.app.services.pool.query<{ id: number }>(
    `select id from department where organization_id = $1 and above = '{}'`,
    [b.organizationId],
  );
  const sums = { portions: 0, eatenPortions: 0, heads: 0, unreportedHeads: 0 };
  for (const { id } of tops) {
    const one = await summary({ departmentId: [id] });
    expect(one.check).toMatchObject({ ok: true });
    for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += one.sums[key]!;
  }
  expect(whole.sums).toMatchObject(sums);
  expect((await summary({ departmentId: [tops[0]!.id] })).sums.portions).toBeLessThan(whole.sums.portions!);
});

test('个人报餐汇总 says of every person what a plain recount finds', async () => {
  const { reports, trades, counts } = await facts();
  const days = new Set(lived.days);
  const { rows, check, sums } = await ask('personal_report_meal_summary', {
    diningDate: [lived.days[0], lived.days.at(-1)],
  });
  for (const row of rows) {
    const mine = reports.filter((one) => one.person === row.id && days.has(one.day));
    const own = { reports: mine, trades: trades.filter((one) => one.person === row.id), counts };
    const per = lived.days.map((day) => recount(day, own));
    const total = (key: keyof (typeof per)[0]) => per.reduce((sum, one) => sum + one[key], 0);
    expect(row).toMatchObject({
      times: mine.filter((one) => one.status === 'REPORTED').length,
      eatenTimes: mine.filter((one) => one.fate === 'EATEN').length,
      missedTimes: mine.filter((one) => !['', 'EATEN', 'UNCLEAR'].includes(one.fate)).length,
      heads: total('heads'),
      reportedHeads: total('reportedHeads'),
      countedHeads: total('countedHeads'),
      unreportedHeads: total('unreportedHeads'),
    });
  }
  expect(sums.portions).toBe((await summary()).sums.portions);
  expect(check).toMatchObject({ ok: true, text: expect.stringContaining('每日报餐汇总报餐份数') });
});

test('订餐未就餐统计 counts the misses of each person, and what is booked for them', async () => {
  const { reports } = await facts();
  const days = { diningDate: [lived.days[0], lived.days.at(-1)] };
  const missed = reports.filter((one) => !['', 'EATEN', 'UNCLEAR'].includes(one.fate));
  const { rows, check, sums } = await ask('statistics/order_non_eat', days);
  expect(sums.misses).toBe(missed.length);
  expect(sums.chargedFen).toBeGreaterThan(0);
  expect(check).toMatchObject({ ok: true, text: expect.stringContaining('未就餐补扣入账净额') });
  for (const row of rows) expect(row.misses).toBe(missed.filter((one) => one.person === row.personId).length);
  const often = await ask('statistics/order_non_eat', { ...days, least: 2 });
  expect(often.rows.map((row) => row.id)).toEqual(rows.filter((row) => Number(row.misses) >= 2).map((row) => row.id));
});

/** Booking days of everything that was lived through. */
const booked = () => ({ businessDate: [lived.days[0], b.day(30)] });

test('部门就餐汇总 has the diners of every department, and how many were to come', async () => {
  const { pool } = b.app.services;
  const { rows, sums, check } = await ask('department_meal_summary', booked());
  const plain = await pool.query<{ department: number; heads: number }>(
    `select department_id as department, sum(heads)::int as heads from trade where organization_id = $1
       and business_date between $2 and $3 and meal_period_id <> 0 group by 1`,
    [b.organizationId, ...booked().businessDate],
  );
  for (const { department, heads } of plain.rows)
    expect(rows.find((row) => (row.departmentIds as number[]).includes(department))).toMatchObject({
      heads,
      lunch: heads,
    });
  expect(check).toMatchObject({ ok: true, text: expect.stringContaining('消费汇总人次（各餐次）') });
  // Everybody of the unit is to report lunch on every one of the days past, by the one rule there is.
  const people = await pool.query<{ n: number }>(
    `select count(*)::int as n from person where organization_id = $1 and status = 'NORMAL'
       and (valid_end is null or valid_end >= $2)`,
    [b.organizationId, lived.days.at(-1)],
  );
  expect(sums.expected).toBe(people.rows[0]!.n * (lived.days.length + 1));
  const top = await ask('department_meal_summary', { ...booked(), level: '1' });
  expect(top.total).toBeLessThan(rows.length);
  expect(top.sums).toMatchObject({ heads: sums.heads, expected: sums.expected });
  // Who is suspended today was to come on the days before.
  const become = (status: string) =>
    pool.query('update person set status = $3, updated_at = $4 where organization_id = $1 and id = $2', [
      b.organizationId,
      b.diners[0]!.id,
      status,
      new Date(b.app.clock.now()),
    ]);
  await become('SUSPENDED');
  const since = await ask('department_meal_summary', booked());
  expect(since.sums.expected).toBe(Number(sums.expected) - 1);
  await become('NORMAL');
});

test('餐费扣款 of the days and of the month are the trades of the meals, with their reasons', async () => {
  const { pool } = b.app.services;
  // The month takes whole months, and so do the days it is held against.
  const span = { businessDate: [`${lived.days[0]!.slice(0, 7)}-01`, lastOfMonth(b.day(30))] };
  const day = await ask('meals_deduction_day', span);
  const plain = await pool.query<{ fen: number }>(
    `select sum(case kind when 'REVERSE' then -amount_fen else amount_fen end)::bigint as fen from trade
     where organization_id = $1 and business_date between $2 and $3 and meal_period_id <> 0`,
    [b.organizationId, ...span.businessDate],
  );
  expect(day.sums.amountFen).toBe(plain.rows[0]!.fen);
  expect(day.check).toMatchObject({ ok: true, text: expect.stringContaining('消费汇总净额（各餐次）') });
  const bases = new Set(day.rows.map((row) => row.basis));
  for (const basis of ['REPORTED', 'WALK_IN', 'NO_SHOW', 'REVERSED'] as const) {
    const some = await ask('meals_deduction_day', { ...span, basis: [basis] });
    expect([basis, some.total > 0]).toEqual([basis, true]);
    bases.add(basis);
  }
  const month = await ask('meals_deduction_month', span);
  expect(month.sums.amountFen).toBe(day.sums.amountFen);
  expect(month.check).toMatchObject({ ok: true, text: expect.stringContaining('餐费扣款（日）应扣') });
  const missed = await pool.query<{ n: number }>(
    `select count(*)::int as n from meal_report where organization_id = $1 and dining_date between $2 and $3
       and fate not in ('', 'EATEN', 'UNCLEAR')`,
    [b.organizationId, ...span.businessDate],
  );
  expect(month.sums.missedTimes).toBe(missed.rows[0]!.n);
});

describe('a contractor', () => {
  const path = '/admin/contractor/report_form';
  const look = async (account: 'contractor' | 'contractor2', page: string, search: Record<string, unknown> = {}) => {
    const { body } = await b.app.post(
      `${path}/${page}`,
      'query',
      { size: 100, search: { diningDate: [lived.days[0], lived.days.at(-1)], ...search } },
      await b.app.login(account),
    );
    expect([page, body.errorcode, body.errormsg]).toEqual([page, 0, '']);
    return body.data as Listed;
  };

  test('sees the meals of its own restaurants, as the unit does, and opens their reports with names masked', async () => {
    const { rows, sums, check } = await look('contractor', 'everyday_report_meal_summary', {
      organizationId: [b.organizationId],
    });
    const own = await summary({ restaurantId: [b.device.restaurantId] });
    expect(sums).toMatchObject({
      portions: own.sums.portions,
      eatenPortions: own.sums.eatenPortions,
      heads: own.sums.heads,
    });
    expect(check).toMatchObject({ ok: true });
    const spec = b.app.services.registry.at(`${path}/everyday_report_meal_summary`)!.page;
    const { columns = {} } = spec.report!.drill!;
    for (const row of rows.slice(0, 3))
      for (const [key, drill] of Object.entries(columns)) {
        if (!drill || !row[key] || !spec.list!.columns.includes(key)) continue;
        if (key.startsWith('waste')) {
          // Dish by dish, as the meal's figure is made of them.
          const dishes = await look('contractor', 'food_menu_rest_summary', {
            ...drill.search(row, {}),
            diningDate: undefined,
          });
          expect([key, dishes.rows.reduce((sum, dish) => sum + Number(dish[key] ?? 0), 0)]).toEqual([key, row[key]]);
          continue;
        }
        const lines = await look('contractor', 'report_meal_detail', drill.search(row, {}));
        expect([key, key === 'pendingHeads' ? lines.total : lines.sums.portions]).toEqual([key, row[key]]);
      }
    const { rows: reports, check: proof } = await look('contractor', 'report_meal_detail');
    expect(proof).toMatchObject({ ok: true, text: expect.stringContaining('报餐流水份数') });
    expect(reports.length).toBeGreaterThan(0);
    for (const report of reports) expect(report.personName).toMatch(/\*/);
  });

  test('that serves other units sees nothing of them', async () => {
    for (const page of ['everyday_report_meal_summary', 'report_meal_detail'])
      expect(await look('contractor2', page)).toMatchObject({ total: 0 });
  });
});

test.each(['personal_report_meal_summary', 'statistics/order_non_eat'])(
  'every figure of %s opens its lines',
  async (page) => {
    const search = { diningDate: [lived.days[0], lived.days.at(-1)] };
    const spec = b.app.services.registry.at(`/admin/organization/${page}`)!.page;
    const { columns = {}, ...own } = spec.report!.drill!;
    const { rows } = await ask(page, search);
    for (const row of rows.slice(0, 6))
      for (const key of spec.list!.columns) {
        const field = spec.fields[key]!;
        const drill = columns[key] === undefined ? own : columns[key];
        if (!drill || !row[key] || !['int', 'money'].includes(field.kind)) continue;
        const lines = await ask(String(drill.path).replace('/admin/organization/', ''), drill.search(row, search));
        const shown: Record<string, number> = {
          portions: lines.sums.portions!,
          chargeFen: lines.sums.chargeFen!,
          chargedFen: lines.sums.chargedFen!,
          bookedFen: lines.sums.chargedFen!,
          dueFen: lines.sums.chargeFen! - lines.sums.chargedFen!,
        };
        const found = shown[key] ?? (key.toLowerCase().endsWith('heads') ? lines.sums.heads : lines.total);
        expect([row.id, key, found]).toEqual([row.id, key, row[key]]);
      }
  },
);

describe('what is wrong is found', () => {
  const broken = async (text: string, values: unknown[], undo: string, page = 'daily_report_meal_summary') => {
    const { pool } = b.app.services;
    const { rows } = await pool.query(text, values);
    expect(rows.length).toBeGreaterThan(0);
    const days = { diningDate: [lived.days[0], lived.days.at(-1)] };
    const { check } = await ask(page, days);
    await pool.query(undo, values);
    expect((await ask(page, days)).check).toMatchObject({ ok: true });
    return check;
  };
  const of = () => [b.organizationId, lived.days[1]];

  test.each([
    ['daily_report_meal_summary', /报餐份数 \d+ ≠ .*差 -1/],
    ['report_meal_detail', /报餐 \d+ ≠ 报餐流水份数 \d+，差 1/],
  ])('a report that somebody changed past its journal, on %s', async (page, words) => {
    const one = `(select id from meal_report where organization_id = $1 and dining_date = $2 and status = 'REPORTED' order by id limit 1)`;
    const check = await broken(
      `update meal_report set portions = portions + 1 where organization_id = $1 and id = ${one} returning id`,
      of(),
      `update meal_report set portions = portions - 1 where organization_id = $1 and id = ${one}`,
      page,
    );
    expect(check).toMatchObject({ ok: false, text: expect.stringMatching(words) });
  });

  test('a report that took another end than any that is known', async () => {
    const one = `id = (select id from meal_report where organization_id = $1 and dining_date = $2 and status = 'CANCELLED' order by id limit 1)`;
    const check = await broken(
      `update meal_report set fate = 'EATEN' where organization_id = $1 and ${one} returning id`,
      of(),
      `update meal_report set fate = '' where organization_id = $1 and ${one}`,
      'personal_report_meal_summary',
    );
    expect(check).toMatchObject({ ok: false, text: expect.stringMatching(/报餐次 \d+ ≠ .*差 -1/) });
  });

  test('a charge that no report knows of any more', async () => {
    const one = `id = (select id from meal_report where organization_id = $1 and dining_date >= $2 and charged_fen > 0 order by id limit 1)`;
    const check = await broken(
      `update meal_report set charged_fen = charged_fen - 1 where organization_id = $1 and ${one} returning id`,
      [b.organizationId, lived.days[0]],
      `update meal_report set charged_fen = charged_fen + 1 where organization_id = $1 and ${one}`,
      'statistics/order_non_eat',
    );
    expect(check).toMatchObject({ ok: false, text: expect.stringMatching(/已扣 .* ≠ 入账净额 .*差 -0\.01/) });
  });

  test('a diner that consumption counts twice', async () => {
    await foldAllWaiting(b.app.services.pool, 9);
    const one =
      `ctid = (select ctid from rollup_consume_people where organization_id = $1 and business_date = $2 and heads > 0
      and meal_period_id = ${b?.lunchId ?? 0} order by restaurant_id, person_type_id, department_id, lane limit 1)`.replace(
        / and meal_period_id = 0/,
        ' and meal_period_id in (select meal_period_id from meal_settlement where organization_id = $1)',
      );
    const check = await broken(
      `update rollup_consume_people set heads = heads + 1 where ${one} returning heads`,
      of(),
      `update rollup_consume_people set heads = heads - 1 where ${one}`,
    );
    expect(check).toMatchObject({ ok: false, text: expect.stringMatching(/消费人次 \d+ .* ≠ .*差 1/) });
  });
});
