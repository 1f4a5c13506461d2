/** 只报人数: a department says how many, the till takes its people as reported, and what came is counted at the end. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { instantOf } from '../rules/setting.ts';
import { turnMealClock } from '../settle/meal-clock.ts';
import { keepDigest } from '../summaries/keep-digest.ts';
import { type HeadcountBench, headcountBench, uploadSheet } from '../testing.ts';
import { countCame } from './came.ts';

let b: HeadcountBench;
let ends: string;
/** Who has a department with another above it, and theirs. */
let own: number;
let above: number;
beforeAll(async () => {
  b = await headcountBench({ mode: 'DEPT', walkIn: false });
  const { pool } = b.app.services;
  const { rows } = await pool.query<{ ends: string }>(
    'select end_time as ends from meal_period where organization_id = $1 and id = $2',
    [b.organizationId, b.lunchId],
  );
  ends = rows[0]!.ends;
  const made = async (parentId: number | null, name: string) => {
    const { data } = await b.school<{ id: number }>('department', 'create', { name, parentId });
    return data.id;
  };
  above = await made(null, '二年级（测试）');
  own = await made(above, '二班（测试）');
  await pool.query('update person set department_id = $3 where organization_id = $1 and id = any($2::bigint[])', [
    b.organizationId,
    b.diners.slice(0, 5).map(({ id }) => id),
    own,
  ]);
}, 120_000);
afterAll(() => b.app.stop());

const page = 'manual_report_meal/count';
const say = (departmentId: number, day: string, portions: number, more: object = {}) =>
  b.school(page, 'report', {
    departmentId,
    fromDate: day,
    toDate: day,
    mealPeriodIds: [b.lunchId],
    portions,
    note: null,
    ...more,
  });
const heardOfAll = () =>
  b.app.services.pool.query(
    'update device_beat set last_beat_at = to_timestamp($1::float8 / 1000), offline_count = 0',
    [b.app.clock.now()],
  );
interface Row {
  id: number;
  departmentId: number;
  portions: number;
  cameHeads: number | null;
  missedHeads: number | null;
  final: boolean;
}
const rows = async (day: string) => {
  const { data } = await b.school<{ rows: Row[] }>(page, 'query', { search: { diningDate: [day, day] } });
  return data.rows;
};

test('said until the cut-off, once per branch of departments, and only where departments report', async () => {
  const day = b.day(2);
  expect((await say(own, day, 4)).errorcode).toBe(0);
  expect(await say(own, day, 4)).toMatchObject({ errorcode: 3003 });
  expect(await say(above, day, 9)).toMatchObject({ errorcode: 2775, errormsg: expect.stringContaining('二班') });
  const [row] = await rows(day);
  expect(row).toMatchObject({ departmentId: own, portions: 4, cameHeads: null });
  expect((await b.school(page, 'change', { id: row!.id, portions: 6, note: null })).errorcode).toBe(0);
  expect((await b.school(page, 'cancel', { id: row!.id })).errorcode).toBe(0);
  expect((await say(above, day, 9)).errorcode).toBe(0);
  const now = b.app.clock.now();
  b.app.clock.set(instantOf(addDays(day, -1), '18:01'));
  expect(await say(own, day, 4)).toMatchObject({ errorcode: 2752 });
  // The right to be late comes before the question who else has said it.
  expect(await say(own, day, 4, { lateReason: '漏报' })).toMatchObject({ errorcode: 2775 });
  b.app.clock.set(now);
  await b.school('report_meal_mode', 'update', { id: b.ruleId, mode: 'OPT_IN' });
  expect(await say(own, b.day(3), 4)).toMatchObject({ errorcode: 2774 });
  await b.school('report_meal_mode', 'update', { id: b.ruleId, mode: 'DEPT' });
});

test('people of the department eat as reported; who came without a name is counted, nobody is charged', async () => {
  const day = b.day(4);
  // What the demo's departments have said of that day is not counted with.
  await b.app.services.pool.query(
    `update meal_count set status = 'CANCELLED' where organization_id = $1 and dining_date = $2`,
    [b.organizationId, day],
  );
  expect((await say(own, day, 4)).errorcode).toBe(0);
  const named = b.diners[2]!;
  expect((await b.report([named.id], day)).errorcode).toBe(0);
  b.app.clock.set(Date.parse(`${day}T12:00:00+08:00`));
  await turnMealClock(b.app.services);
  const token = await b.app.login('school');
  const settled = await b.app.services.pool.query(
    `select reported_count as n from meal_settlement where organization_id = $1 and dining_date = $2 and meal_period_id = $3`,
    [b.organizationId, day, b.lunchId],
  );
  expect(settled.rows).toEqual([{ n: 5 }]);
  for (const diner of b.diners.slice(0, 3)) {
    await b.pay(diner.id, 10_000);
    await b.eat(diner, 500);
  }
  // Somebody of another department has nothing to show for it.
  const stranger = b.diners[7]!;
  await b.pay(stranger.id, 10_000);
  expect(await b.swipe(stranger, { amountFen: 500 })).toHaveProperty('refused');
  b.app.clock.set(instantOf(day, ends) + 70 * 60_000);
  await heardOfAll();
  await turnMealClock(b.app.services);
  const { body } = await b.app.post(
    '/admin/organization/manual_report_meal/count',
    'query',
    { search: { diningDate: [day, day] } },
    token,
  );
  const ours = (body as { data: { rows: Row[] } }).data.rows.filter((row) => row.departmentId === own);
  expect(ours).toMatchObject([{ portions: 4, cameHeads: 2, missedHeads: 2, final: true }]);
  const { rows: charged } = await b.app.services.pool.query(
    `select count(*)::int as n from meal_report where organization_id = $1 and dining_date = $2 and charge_fen > 0`,
    [b.organizationId, day],
  );
  expect(charged).toEqual([{ n: 0 }]);
});

interface Listed {
  rows: Record<string, unknown>[];
  total: number;
  sums: Record<string, number>;
  check: { ok: boolean } | null;
}

test('whom a count covers has reported in every report, has not said nothing, and is one more figure of the whole', async () => {
  const day = b.day(4);
  const ask = async (path: string, search: object) => {
    const token = await b.app.login('school');
    const { body } = await b.app.post(`/admin/organization/${path}`, 'query', { size: 100, search }, token);
    expect([path, body.errormsg]).toEqual([path, '']);
    return body.data as Listed;
  };
  const told = async () => {
    const meal = { diningDate: [day, day], mealPeriodId: [b.lunchId] };
    const [summary] = (await ask('daily_report_meal_summary', meal)).rows;
    const persons = await ask('personal_report_meal_summary', { ...meal, departmentId: [own] });
    const heads = await ask('meal_head_detail', { ...meal, departmentId: [own], closed: true });
    const days = await ask('meals_deduction_day', {
      businessDate: [day, day],
      mealPeriodId: [b.lunchId],
      departmentId: [own],
    });
    return {
      summary,
      persons: [persons.sums, persons.check?.ok],
      heads: heads.rows.map(({ personId, reported }) => [personId, reported]).sort(),
      bases: days.rows.map(({ personId, basis }) => [personId, basis]).sort(),
    };
  };
  const ids = b.diners.slice(0, 3).map(({ id }) => id);
  const found = await told();
  expect(found.summary).toMatchObject({
    toCook: 5,
    portions: 1,
    countedPortions: 4,
    reportedHeads: 1,
    countedHeads: 2,
    unreportedHeads: 0,
    heads: 3,
  });
  expect(found.persons).toEqual([
    expect.objectContaining({ reportedHeads: 1, countedHeads: 2, unreportedHeads: 0, heads: 3 }),
    true,
  ]);
  const expected = (counted: string, named: string) => ids.map((id, i) => [id, i === 2 ? named : counted]).sort();
  expect(found.heads).toEqual(expected('COUNTED', 'NAMED'));
  expect(found.bases).toEqual(expected('COUNTED', 'REPORTED'));
  const covered = await ask('meals_deduction_day', {
    businessDate: [day, day],
    departmentId: [own],
    basis: ['COUNTED'],
  });
  expect(covered.total).toBe(2);
  // The same once the day was added up at night.
  b.app.clock.set(Date.parse(`${addDays(day, 1)}T05:00:00+08:00`));
  await heardOfAll();
  await turnMealClock(b.app.services);
  await keepDigest(b.app.services, b.organizationId);
  const { rows: digest } = await b.app.services.pool.query<{ to: string; counted: number }>(
    `select (select covered_to from meal_digest where organization_id = $1) as to,
       (select sum(counted_heads)::int from rollup_diner_day where organization_id = $1 and dining_date = $2
          and meal_period_id = $3) as counted`,
    [b.organizationId, day, b.lunchId],
  );
  expect(digest).toEqual([{ to: day, counted: 2 }]);
  expect(await told()).toEqual(found);
});

test('counting who came reads the trades of the day and after, not the months before', async () => {
  const { db } = b.app.services;
  const day = b.day(4);
  const meal = { organizationId: b.organizationId, diningDate: day, mealPeriodId: b.lunchId };
  const before = await sqlOf(db).query<{ month: string }>(
    `select to_char($1::date - interval '1 month', '"trade_plain_y"YYYY"m"MM') as month`,
    [day],
  );
  const read = await db.transaction().execute(async (trx) => {
    // What the connection has read and not told yet is counted with it: the difference is this statement's.
    const scans = async () => {
      const { rows } = await sqlOf(trx).query<{ name: string; scans: number }>(
        `select relname as name, seq_scan + coalesce(idx_scan, 0) as scans from pg_stat_xact_user_tables
         where relname like 'trade\\_plain\\_y%' order by relname`,
      );
      return new Map(rows.map((row) => [row.name, row.scans]));
    };
    const already = await scans();
    await countCame(sqlOf(trx), meal, true);
    return [...(await scans())].filter(([name, n]) => n > (already.get(name) ?? 0)).map(([name]) => name);
  });
  expect(read.length).toBeGreaterThan(0);
  expect(read.filter((name) => name <= before.rows[0]!.month)).toEqual([]);
});

test('a sheet says it for many departments, row by row; the summary of departments has what stands', async () => {
  const day = b.day(6);
  const { data } = await b.school<{ id: number }>('department', 'create', { name: '三年级（测试）', parentId: null });
  const fileKey = await uploadSheet(
    b,
    ['部门', '就餐日期', '餐次', '人数', '备注'],
    [
      ['二年级（测试）/二班（测试）', day, '午餐', '7', '春游回来'],
      ['三年级（测试）', day, '午餐', '12', ''],
      ['三年级（测试）', day, '午餐', '13', ''],
      ['三年级（测试）', day, '没有这餐', '3', ''],
      ['三年级（测试）', addDays(b.today, -1), '午餐', '3', ''],
      ['三年级（测试）', b.day(5), '午餐', '0', ''],
    ],
  );
  const checked = await b.school<{ taskId: number; good: number; rows: { rowNo: number; errors: object }[] }>(
    page,
    'import_check',
    { fileKey },
  );
  const { taskId, good, rows: told } = checked.data;
  expect([checked.errormsg, good]).toEqual(['', 2]);
  expect(
    told
      .filter(({ errors }) => Object.keys(errors).length > 0)
      .map(({ rowNo, errors }) => [rowNo, Object.keys(errors)]),
  ).toEqual([
    [4, ['departmentId']],
    [5, ['mealPeriodId']],
    [6, ['diningDate']],
    [7, ['portions']],
  ]);
  await b.school(page, 'import_commit', { taskId });
  const status = async () => (await b.school<{ status: string }>(page, 'import_status', { taskId })).data.status;
  await expect.poll(status, { timeout: 20_000 }).toBe('FINISHED');
  const ours = (await rows(day)).filter((row) => [own, data.id].includes(row.departmentId));
  expect(ours.map((row) => row.portions).sort()).toEqual([12, 7]);
  const summary = await b.school<{ rows: { groupName: string; countedPortions: number }[] }>(
    'department_meal_summary',
    'query',
    {
      search: { businessDate: [day, day], level: null },
    },
  );
  const counted = Object.fromEntries(summary.data.rows.map((row) => [row.groupName, row.countedPortions]));
  expect(counted).toMatchObject({ '二班（测试）': 7, '三年级（测试）': 12 });
});
