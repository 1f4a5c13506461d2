/** Who is away: nothing is cooked or charged for them, as far as it was said in time or by who may say it later. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import type { Diner } from '../../consumption/testing.ts';
import { instantOf } from '../rules/setting.ts';
import { resettleMeal, turnMealClock } from '../settle/meal-clock.ts';
import { type HeadcountBench, headcountBench, lunchRule } from '../testing.ts';

const page = 'manual_report_meal/absence';
let b: HeadcountBench;
let lunch: { starts: string; ends: string };

beforeAll(async () => {
  b = await headcountBench({ freePerMonth: 0 });
  const { rows } = await b.app.services.pool.query<{ starts: string; ends: string }>(
    'select start_time as starts, end_time as ends from meal_period where organization_id = $1 and id = $2',
    [b.organizationId, b.lunchId],
  );
  lunch = rows[0]!;
}, 600_000);
afterAll(() => b.app.stop());

interface Receipt {
  receipt: { lines: [string, string][] };
}
const away = (diners: readonly Diner[], fromDate: string, toDate: string, more: Record<string, unknown> = {}) =>
  b.school<Receipt>(page, 'register', {
    departmentIds: [],
    personIds: diners.map(({ id }) => id),
    kind: 'LEAVE',
    fromDate,
    toDate,
    mealPeriodIds: [],
    reason: '回家',
    ...more,
  });
interface Report {
  status: string;
  fate: string;
  chargeFen: number;
  chargedFen: number;
  reason: string;
  notes: string[];
}
const reportOf = async (diner: Diner, day: string): Promise<Report | undefined> => {
  const { rows } = await b.app.services.pool.query<Report>(
    `select r.status, r.fate, r.charge_fen as "chargeFen", r.charged_fen as "chargedFen", r.fate_reason as reason,
       array(select e.note from meal_report_event e where e.organization_id = r.organization_id and e.report_id = r.id
         and e.event = 'CANCEL' order by e.id) as notes
     from meal_report r where r.organization_id = $1 and r.dining_date = $2 and r.person_id = $3`,
    [b.organizationId, day, diner.id],
  );
  return rows[0];
};
const at = (day: string, hm: string, minutes = 0) => b.app.clock.set(instantOf(day, hm) + minutes * 60_000);
/** After lunch of the day, all terminals heard of. */
async function settle(day: string) {
  at(day, lunch.ends, 65);
  await b.app.services.pool.query(
    'update device_beat set last_beat_at = to_timestamp($1::float8 / 1000), offline_count = 0',
    [b.app.clock.now()],
  );
  await turnMealClock(b.app.services);
}

test('what is reported is taken back with the reason, and cannot be reported again until who is away is back', async () => {
  const [one, two] = b.diners as [Diner, Diner];
  const [from, to] = [b.day(2), b.day(4)];
  await b.report([one.id, two.id], from, { toDate: b.day(5) });
  const answer = await away([one], from, to);
  expect(answer.data.receipt.lines).toEqual(
    expect.arrayContaining([
      ['登记', `1 人，${from} 至 ${to}`],
      ['已取消的报餐', '3 人次'],
    ]),
  );
  expect(await reportOf(one, from)).toMatchObject({ status: 'CANCELLED', notes: ['请假'] });
  expect(await reportOf(one, b.day(5))).toMatchObject({ status: 'REPORTED' });
  expect(await reportOf(two, from)).toMatchObject({ status: 'REPORTED' });
  expect(await b.report([one.id], b.day(3))).toMatchObject({
    errorcode: 2770,
    errormsg: expect.stringContaining('已登记请假'),
  });
  // Said twice is said once.
  const again = await away([one, two], from, to);
  expect(again.data.receipt.lines).toEqual(expect.arrayContaining([['已有相同登记', '1 人']]));
  const { rows } = (
    await b.school<{ rows: { id: number; personId: number; state: string; reason: string }[] }>(page, 'query', {})
  ).data;
  const own = rows.find((row) => row.personId === one.id)!;
  expect(own).toMatchObject({ state: 'COMING', reason: '***' });
  const opened = await b.school<{ value: string }>(page, 'reveal', { id: own.id, field: 'reason', reason: '家长来问' });
  expect(opened.data.value).toBe('回家');
  const { rows: logged } = await b.app.services.pool.query<{ target: string; why: string }>(
    `select target_name as target, changes -> 0 ->> 'after' as why from system_log where action = '查看完整事由'`,
  );
  expect(logged).toEqual([{ target: one.name, why: '家长来问' }]);
  expect(await b.school(page, 'end', { id: own.id, backOn: b.day(3) })).toMatchObject({ errorcode: 0 });
  expect(await b.report([one.id], b.day(3))).toMatchObject({ errorcode: 0 });
  expect(await b.report([one.id], b.day(2))).toMatchObject({ errorcode: 2770 });
});

test('one meal of the day leaves the others; before it began it is taken back whole', async () => {
  const [, , diner] = b.diners as [Diner, Diner, Diner];
  const { rows } = await b.app.services.pool.query<{ id: number }>(
    'select id from meal_period where organization_id = $1 and id <> $2 limit 1',
    [b.organizationId, b.lunchId],
  );
  await away([diner], b.day(3), b.day(3), { mealPeriodIds: [rows[0]!.id] });
  expect(await b.report([diner.id], b.day(3))).toMatchObject({ errorcode: 0 });
  const listed = (await b.school<{ rows: { id: number; personId: number }[] }>(page, 'query', {})).data.rows;
  const { id } = listed.find((row) => row.personId === diner.id)!;
  expect(await b.school(page, 'end', { id, backOn: b.day(3) })).toMatchObject({ errorcode: 0 });
  const after = (await b.school<{ rows: { id: number; state: string }[] }>(page, 'query', {})).data.rows;
  expect(after.find((row) => row.id === id)?.state).toBe('REVOKED');
});

test('said after the cut-off and before lunch it excuses; after lunch only by who may, and the charge comes back', async () => {
  const [inTime, later, silent] = b.diners.slice(20, 23) as [Diner, Diner, Diner];
  const day = addDays(b.today, 6);
  for (const diner of [inTime, later, silent]) await b.pay(diner.id, 10_000);
  const before = await b.balance(later.id);
  await b.report([inTime.id, later.id, silent.id], day);
  at(day, lunch.starts, -30);
  const said = await away([inTime], day, day);
  expect(said.data.receipt.lines).toEqual(expect.arrayContaining([['已过取消截止，餐仍会备', '1 人次，不计未就餐']]));
  await settle(day);
  expect(await reportOf(inTime, day)).toMatchObject({ status: 'REPORTED', fate: 'EXCUSED', chargeFen: 0 });
  expect((await reportOf(inTime, day))?.reason).toContain('已登记缺勤：请假（');
  expect(await reportOf(later, day)).toMatchObject({ fate: 'CHARGE', chargedFen: 1_200 });
  at(addDays(day, 1), '09:00');
  expect(await away([later], day, day)).toMatchObject({ errorcode: 2771 });
  expect(await away([later], addDays(day, -7), day, { lateReason: '补交假条' })).toMatchObject({ errorcode: 2771 });
  expect(await away([later], day, day, { lateReason: '补交假条' })).toMatchObject({ errorcode: 0 });
  await resettleMeal(b.app.services, { organizationId: b.organizationId, diningDate: day, mealPeriodId: b.lunchId });
  expect(await reportOf(later, day)).toMatchObject({ fate: 'EXCUSED', chargeFen: 0, chargedFen: 0 });
  expect((await b.balance(later.id)).MAIN).toBe(before.MAIN);
  expect(await reportOf(silent, day)).toMatchObject({ fate: 'CHARGE', chargedFen: 1_200 });
  expect(await b.breaks()).toEqual([]);
});

test('who eats by default is not written down while away, nor counted on the home', async () => {
  const day = addDays(b.today, 9);
  const [gone, here] = b.diners.slice(30, 32) as [Diner, Diner];
  await b.school('report_meal_mode', 'disable', { id: b.ruleId });
  const made = await b.school('report_meal_mode', 'create', { ...lunchRule(b), name: '默认就餐', mode: 'OPT_OUT' });
  expect(made.errorcode).toBe(0);
  at(addDays(day, -1), '12:00');
  const home = async () => {
    const { data } = await b.school<{ coming: { diningDate: string; reported: { byDefault: number } }[] }>(
      'home',
      'figures',
    );
    return data.coming.find((meal) => meal.diningDate === day)!.reported.byDefault;
  };
  const before = await home();
  await away([gone], day, day, { kind: 'TRIP', reason: '' });
  expect(await home()).toBe(before - 1);
  at(addDays(day, -1), '18:05');
  await turnMealClock(b.app.services);
  expect(await reportOf(gone, day)).toBeUndefined();
  expect(await reportOf(here, day)).toMatchObject({ status: 'REPORTED' });
});

test('refused: nobody chosen, an end before its beginning, a day to be back that has passed, people of another unit', async () => {
  const [diner] = b.diners as [Diner];
  const day = addDays(b.today, 20);
  expect(await away([], day, day)).toMatchObject({ fields: { departmentIds: expect.stringContaining('没有选中') } });
  expect(await away([diner], day, addDays(day, -1))).toMatchObject({ fields: { toDate: expect.any(String) } });
  const other = await b.app.post('/admin/organization/user', 'query', { size: 1 }, await b.app.login('company'));
  const stranger = other.body.data as { rows: { id: number }[] };
  const answer = await b.school(page, 'register', {
    departmentIds: [],
    personIds: [stranger.rows[0]!.id],
    kind: 'LEAVE',
    fromDate: day,
    toDate: day,
    mealPeriodIds: [],
  });
  expect(answer.errorcode).not.toBe(0);
});

test('the kitchen sees of every department who reported, who is on leave and of whom nothing was said', async () => {
  const { rows: rules } = (await b.school<{ rows: { id: number }[] }>('report_meal_mode', 'query', {})).data;
  for (const { id } of rules) await b.school('report_meal_mode', 'disable', { id });
  const asked = await b.school('report_meal_mode', 'create', { ...lunchRule(b), name: '自己报餐' });
  expect(asked.errormsg).toBe('');
  // How far ahead people have reported, or have been reported by default above, differs by weekday.
  const silentOn = async (on: string) => {
    const silent: Diner[] = [];
    for (const diner of b.diners.slice(30)) if (!(await reportOf(diner, on))) silent.push(diner);
    return silent;
  };
  let ahead = 7;
  while ((await silentOn(b.day(ahead))).length < 4) ahead += 1;
  const day = b.day(ahead);
  const [one, two, three] = (await silentOn(day)) as [Diner, Diner, Diner];
  const meal = { date: day, restaurantId: b.device.restaurantId, mealPeriodId: b.lunchId };
  interface Line {
    name: string;
    reported: number;
    cancelled: number;
    away: number;
    unreported: number;
  }
  const told = async () => {
    const answer = await b.school<{ sheet: { departments: Line[] } }>('food_menu/kitchen', 'sheet', meal);
    expect(answer.errormsg).toBe('');
    const sum = (key: Exclude<keyof Line, 'name'>) =>
      answer.data.sheet.departments.reduce((total, line) => total + line[key], 0);
    return {
      reported: sum('reported'),
      cancelled: sum('cancelled'),
      away: sum('away'),
      unreported: sum('unreported'),
    };
  };
  const before = await told();
  expect(before.unreported).toBeGreaterThan(3);
  await b.report([one.id, two.id], day);
  await away([three], day, day);
  expect(await told()).toEqual({
    ...before,
    reported: before.reported + 2,
    away: before.away + 1,
    unreported: before.unreported - 3,
  });
  await away([two], day, day);
  // What was reported and taken back is cancelled, whoever took it back.
  expect(await told()).toEqual({
    reported: before.reported + 1,
    cancelled: before.cancelled + 1,
    away: before.away + 1,
    unreported: before.unreported - 3,
  });
});
