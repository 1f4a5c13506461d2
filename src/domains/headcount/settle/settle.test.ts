/** What becomes of meals nobody came for: judged, settled, charged; and undone by what becomes known later. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import type { Diner } from '../../consumption/testing.ts';
import { terminalsBehind } from '../../device/public.server.ts';
import { demoPassword } from '../../identity/public.server.ts';
import { instantOf } from '../rules/setting.ts';
import { type HeadcountBench, headcountBench, lunchRule } from '../testing.ts';
import { bookCharges } from './book-charges.ts';
import { forgiveWaited } from './forgive-waited.ts';
import { resettleMeal, retryCharges, turnMealClock } from './meal-clock.ts';

const minuteMs = 60_000;
let b: HeadcountBench;
/** Two days of one month on which lunch is reported. */
let first: string;
let second: string;
let lunchEnds: string;
let absent: Diner;
let eater: Diner;
let refused: Diner;
let poor: Diner;
let optional: Diner;

interface Row {
  fate: string;
  final: boolean;
  nth: number;
  chargeFen: number;
  chargedFen: number;
  reason: string;
  wait: string;
}
async function rowOf(diningDate: string, { id }: Diner): Promise<Row> {
  const { rows } = await b.app.services.pool.query<Row>(
    `select fate, final, nth, charge_fen as "chargeFen", charged_fen as "chargedFen", fate_reason as reason, charge_wait as wait
     from meal_report where organization_id = $1 and dining_date = $2 and person_id = $3`,
    [b.organizationId, diningDate, id],
  );
  return rows[0]!;
}
const settlement = async (diningDate: string) => {
  const { rows } = await b.app.services.pool.query<{ state: string; waiting: string; reportedCount: number }>(
    `select state, waiting, reported_count as "reportedCount" from meal_settlement
     where organization_id = $1 and dining_date = $2 and meal_period_id = $3`,
    [b.organizationId, diningDate, b.lunchId],
  );
  return rows[0];
};
const noonOf = (day: string) => b.app.clock.set(Date.parse(`${day}T12:00:00+08:00`));
/** Minutes after lunch of a day. */
const after = (day: string, minutes: number) => b.app.clock.set(instantOf(day, lunchEnds) + minutes * minuteMs);
/** All terminals were heard of just now; `kept` of them still have a record. */
const beat = (kept = 0) =>
  b.app.services.pool.query(
    `update device_beat set last_beat_at = to_timestamp($1::float8 / 1000), offline_count = case when device_id = $2 then $3 else 0 end`,
    [b.app.clock.now(), b.device.deviceId, kept],
  );
const setCorrectLimit = (fen: number) =>
  b.app.services.pool.query(
    `insert into consumption_setting (organization_id, correct_limit_fen, manual_limit_fen, arrears_limit_fen, expired_lot,
       repeat_interval_sec, updated_at) values ($1, $2, 50000, 10000, 'LOT', 10, now())
     on conflict (organization_id) do update set correct_limit_fen = excluded.correct_limit_fen`,
    [b.organizationId, fen],
  );
/** Once charges are booked. What a waiver gave back may still be on its way, read before the waiver ended: then it is charged anew. */
async function bookedRow(diningDate: string, diner: Diner): Promise<Row> {
  await bookCharges(b.app.services, b.organizationId, 'NEW');
  return rowOf(diningDate, diner);
}
const turn = () => turnMealClock(b.app.services);

beforeAll(async () => {
  b = await headcountBench();
  const { rows } = await b.app.services.pool.query<{ ends: string }>(
    'select end_time as ends from meal_period where organization_id = $1 and id = $2',
    [b.organizationId, b.lunchId],
  );
  lunchEnds = rows[0]!.ends;
  first = b.day(1).slice(0, 7) === b.day(2).slice(0, 7) ? b.day(1) : b.day(2);
  second = addDays(first, 1);
  [absent, eater, refused, poor, optional] = b.diners.slice(10, 15) as [Diner, Diner, Diner, Diner, Diner];
  for (const diner of [absent, eater, refused, optional]) await b.pay(diner.id, 10_000);
  await b.drain(poor.id);
  await b.drain(refused.id);
  const people = [absent, eater, refused, poor].map((diner) => diner.id);
  const answer = await b.report(people, first, { toDate: second });
  if (answer.errorcode !== 0) throw new Error(answer.errormsg);
}, 120_000);
afterAll(() => b.app.stop());

test('closed at its cut-off, judged after the meal without charging, settled when the terminals have told', async () => {
  noonOf(first);
  await turn();
  expect(await settlement(first)).toMatchObject({ state: 'CLOSED', reportedCount: 4 });
  await b.eat(eater, 500);
  await b.swipe(refused, { amountFen: 9_999 });
  await b.app.services.refusedSwipes.close();
  after(first, 5);
  await turn();
  expect(await settlement(first)).toMatchObject({ state: 'CLOSED' });
  after(first, 20);
  await beat(1);
  await turn();
  expect(await settlement(first)).toMatchObject({ state: 'PROVISIONAL', waiting: expect.stringMatching(/./) });
  expect(await rowOf(first, absent)).toMatchObject({ fate: 'EXEMPT', final: false, chargeFen: 0 });
  after(first, 70);
  await beat(1);
  await turn();
  expect(await settlement(first)).toMatchObject({ state: 'PROVISIONAL' });
  await beat();
  await turn();
  expect(await settlement(first)).toMatchObject({ state: 'SETTLED', waiting: '' });
  expect(await rowOf(first, eater)).toMatchObject({ fate: 'EATEN', final: true, reason: '12:00 就餐' });
  expect(await rowOf(first, absent)).toMatchObject({ fate: 'EXEMPT', nth: 1, chargedFen: 0 });
  expect(await rowOf(first, refused)).toMatchObject({
    fate: 'UNCLEAR',
    reason: expect.stringContaining('到场刷卡被拒'),
  });
});

test('the second miss of the month is charged, out of main money, with its reason in the trade', async () => {
  noonOf(second);
  await turn();
  await b.eat(eater, 500);
  after(second, 70);
  await beat();
  const before = await b.balance(absent.id);
  await turn();
  expect(await rowOf(second, absent)).toMatchObject({ fate: 'CHARGE', nth: 2, chargeFen: 1200, chargedFen: 1200 });
  expect((await b.balance(absent.id)).MAIN).toBe(before.MAIN! - 1200);
  const { rows } = await b.app.services.pool.query<{
    kind: string;
    heads: number;
    trace: { price: { lines: string[] } };
  }>(
    `select t.kind, t.heads, t.rule_trace as trace from trade t join posting p on p.organization_id = t.organization_id and p.id = t.id
     where t.organization_id = $1 and t.person_id = $2 and p.source_type = 'meal_report'`,
    [b.organizationId, absent.id],
  );
  // By which version of the rule, who served the meal, and that all had told.
  const { reason } = await rowOf(second, absent);
  expect(reason).toContain(`规则「午餐报餐」第 1 版（${b.today} 起）`);
  const serving = `供餐终端 1 台：${b.device.name}；${second.slice(5)} 14:40 前全部终端已补传`;
  const { data } = await b.school<{ rows: object[] }>('report_meal_detail', 'query', {
    search: { diningDate: [second, second], personId: [absent.id] },
  });
  expect(data.rows).toMatchObject([{ ruleId: b.ruleId, ruleName: '午餐报餐', heard: serving }]);
  expect(rows).toMatchObject([
    {
      kind: 'SUPPLEMENT',
      heads: 0,
      trace: { price: { lines: [expect.stringContaining('免扣 1 次已用完'), serving] } },
    },
  ]);
  // A person who came and was refused has no miss behind him.
  expect(await rowOf(second, refused)).toMatchObject({ fate: 'EXEMPT', nth: 1 });
});

test('who has no money is asked again at night, not every five minutes, and never goes below zero', async () => {
  expect(await rowOf(second, poor)).toMatchObject({
    chargeFen: 1200,
    chargedFen: 0,
    wait: expect.stringContaining('余额'),
  });
  await b.pay(poor.id, 2_000);
  await turn();
  expect(await rowOf(second, poor)).toMatchObject({ chargedFen: 0 });
  await retryCharges(b.app.services);
  expect(await rowOf(second, poor)).toMatchObject({ chargedFen: 1200, wait: '' });
  expect(await b.balance(poor.id)).toMatchObject({ MAIN: 800 });
});

test('settling again changes nothing', async () => {
  const before = await Promise.all([absent, eater, refused, poor].map((diner) => rowOf(second, diner)));
  const events = async () =>
    (
      await b.app.services.pool.query('select count(*)::int as n from meal_report_event where organization_id = $1', [
        b.organizationId,
      ])
    ).rows[0];
  const told = await events();
  await resettleMeal(b.app.services, { organizationId: b.organizationId, diningDate: second, mealPeriodId: b.lunchId });
  await Promise.all([turn(), turn()]);
  expect(await Promise.all([absent, eater, refused, poor].map((diner) => rowOf(second, diner)))).toEqual(before);
  expect(await events()).toEqual(told);
});

test('a record that comes late for the first day frees its forgiveness, and the charge of the second is taken back', async () => {
  const before = await b.balance(absent.id);
  const [outcome] = await b.upload([
    { cardNo: absent.cardNo, amountFen: 300, occurredAt: Date.parse(`${first}T12:05:00+08:00`) },
  ]);
  expect(outcome).toHaveProperty('posted');
  await turn();
  expect(await rowOf(first, absent)).toMatchObject({ fate: 'EATEN', nth: 0 });
  expect(await rowOf(second, absent)).toMatchObject({ fate: 'EXEMPT', nth: 1, chargeFen: 0, chargedFen: 0 });
  expect((await b.balance(absent.id)).MAIN).toBe(before.MAIN! - 300 + 1200);
});

test('a clerk forgives a miss with a reason and takes it back; money follows each time', async () => {
  const before = (await b.balance(poor.id)).MAIN!;
  const { rows } = await b.app.services.pool.query<{ id: number }>(
    'select id from meal_report where organization_id = $1 and dining_date = $2 and person_id = $3',
    [b.organizationId, second, poor.id],
  );
  const id = rows[0]!.id;
  // A day has gone by since anybody signed in.
  const token = await b.app.login('school');
  const ask = (verb: string, body: object) =>
    b.app.post('/admin/organization/report_meal_detail', verb, { id, ...body }, token);
  expect((await ask('waive', {})).body).toMatchObject({ errorcode: 1101 });
  expect((await ask('waive', { reason: '设备故障' })).body).toMatchObject({ errorcode: 0 });
  await bookCharges(b.app.services, b.organizationId, 'NEW');
  expect(await rowOf(second, poor)).toMatchObject({
    fate: 'EXCUSED',
    chargedFen: 0,
    reason: expect.stringContaining('设备故障'),
  });
  expect((await b.balance(poor.id)).MAIN).toBe(before + 1200);
  expect((await ask('unwaive', {})).body).toMatchObject({ errorcode: 0 });
  await expect.poll(() => bookedRow(second, poor)).toMatchObject({ fate: 'CHARGE', chargedFen: 1200 });
  expect((await b.balance(poor.id)).MAIN).toBe(before);
});

test('a meal the house spoiled is waived as a whole before a second person, and taken back without those of single people', async () => {
  const token = await b.app.login('school');
  const ask = (verb: string, body: object) => b.app.post('/admin/organization/report_meal_detail', verb, body, token);
  const witness = { account: 'finance', password: demoPassword };
  const meal = { diningDate: second, mealPeriodId: b.lunchId };
  const asked = { ...meal, reason: '终端断电' };
  const before = (await b.balance(poor.id)).MAIN!;
  expect((await ask('waiveMeal', asked)).body.errorcode).not.toBe(0);
  expect(await rowOf(second, poor)).toMatchObject({ fate: 'CHARGE' });
  const foreseen = await ask('outcome', { ...asked, action: 'waiveMeal' });
  expect(foreseen.body.data).toMatchObject({ lines: expect.arrayContaining([['退回', '1 笔 12.00 元']]) });
  const nothing = { ...asked, diningDate: b.day(20), witness };
  expect((await ask('waiveMeal', nothing)).body).toMatchObject({ errorcode: 2778 });
  expect((await ask('unwaiveMeal', meal)).body).toMatchObject({ errorcode: 2779 });
  expect((await ask('waiveMeal', { ...asked, witness })).body).toMatchObject({ errorcode: 0 });
  await bookCharges(b.app.services, b.organizationId, 'NEW');
  expect(await rowOf(second, poor)).toMatchObject({
    fate: 'EXCUSED',
    chargedFen: 0,
    reason: expect.stringContaining('终端断电'),
  });
  expect((await b.balance(poor.id)).MAIN).toBe(before + 1200);
  expect((await ask('unwaiveMeal', meal)).body).toMatchObject({ errorcode: 0 });
  await expect.poll(() => bookedRow(second, poor)).toMatchObject({ fate: 'CHARGE', chargedFen: 1200 });
  expect((await b.balance(poor.id)).MAIN).toBe(before);
});

test('above the limit of corrections a waiver needs a second person', async () => {
  const token = await b.app.login('school');
  const { pool } = b.app.services;
  const { rows } = await pool.query<{ id: number }>(
    'select id from meal_report where organization_id = $1 and dining_date = $2 and person_id = $3',
    [b.organizationId, second, poor.id],
  );
  await setCorrectLimit(1_199);
  const ask = (verb: string, body: object) =>
    b.app.post('/admin/organization/report_meal_detail', verb, { id: rows[0]!.id, ...body }, token);
  expect((await ask('waive', { reason: '设备故障' })).body).toMatchObject({
    errorcode: 2777,
    fields: { 'witness.account': expect.any(String) },
  });
  const witness = { account: 'finance', password: demoPassword };
  // Words alone make no whole meal of it.
  expect((await ask('waive', { reason: '整餐：设备故障', witness })).body).toMatchObject({ errorcode: 0 });
  expect(await rowOf(second, poor)).toMatchObject({ fate: 'EXCUSED' });
  // One person's waiver is not a whole meal's.
  expect((await ask('unwaiveMeal', { diningDate: second, mealPeriodId: b.lunchId })).body).toMatchObject({
    errorcode: 2779,
  });
  expect((await ask('unwaive', {})).body).toMatchObject({ errorcode: 0 });
  await setCorrectLimit(5_000);
  await expect.poll(() => bookedRow(second, poor)).toMatchObject({ fate: 'CHARGE', chargedFen: 1200 });
});

test('a correction of what was eaten leaves the meal for a person to judge, and charges nothing', async () => {
  const { rows } = await b.app.services.pool.query<{ id: number }>(
    `select id from trade where organization_id = $1 and person_id = $2 and occurred_date = $3 and kind = 'CONSUME'`,
    [b.organizationId, eater.id, second],
  );
  await b.app.services.wallet.submit({
    kind: 'REVERSE',
    organizationId: b.organizationId,
    requestKey: 'test:undo',
    personId: eater.id,
    occurredAt: b.app.clock.now(),
    originalPostingId: rows[0]!.id,
  });
  await turn();
  expect(await rowOf(second, eater)).toMatchObject({ fate: 'UNCLEAR', chargeFen: 0 });
});

test('a shop is not waited for: what it sells is no meal', async () => {
  const { pool } = b.app.services;
  after(second, 70);
  await beat(1);
  const behind = () => terminalsBehind(pool, b.organizationId, [b.device.restaurantId], instantOf(second, lunchEnds));
  expect(await behind()).toHaveLength(1);
  const place = [b.organizationId, b.device.restaurantId];
  const { rows } = await pool.query<{ kind: string }>(
    'select kind from restaurant where organization_id = $1 and id = $2',
    place,
  );
  const become = (kind: string) =>
    pool.query('update restaurant set kind = $3 where organization_id = $1 and id = $2', [...place, kind]);
  await become('SHOP');
  expect(await behind()).toEqual([]);
  await become(rows[0]!.kind);
  await beat();
});

test('terminals of a restaurant where nobody reported the meal are not waited for', async () => {
  const { pool } = b.app.services;
  const third = addDays(second, 1);
  expect(await b.report([eater.id], third)).toMatchObject({ errorcode: 0 });
  noonOf(third);
  await turn();
  await b.eat(eater, 500);
  const { rows } = await pool.query<{ id: number; name: string; restaurantId: number; restaurant: string }>(
    `select d.id, d.name, p.id as "restaurantId", p.name as restaurant from device d
     join deploy_site s on s.organization_id = d.organization_id and s.id = d.deploy_site_id
     join restaurant p on p.organization_id = s.organization_id and p.id = s.restaurant_id
     where d.organization_id = $1 and d.mode = 'FIXED' and p.kind <> 'SHOP' and p.id <> $2 order by d.id limit 1`,
    [b.organizationId, b.device.restaurantId],
  );
  const elsewhere = rows[0]!;
  after(third, 70);
  await beat();
  await pool.query('update device_beat set offline_count = 1 where device_id = $1', [elsewhere.id]);
  await turn();
  expect(await settlement(third)).toMatchObject({ state: 'SETTLED', waiting: '' });
  const both = [b.device.restaurantId, elsewhere.restaurantId];
  expect(await terminalsBehind(pool, b.organizationId, both, instantOf(third, lunchEnds))).toEqual([
    `${elsewhere.name}（${elsewhere.restaurant}）`,
  ]);
  await beat();
});

test('a change of the rule after the cut-off is none of the meal; what is tried in a shop is no sign of eating', async () => {
  const { pool } = b.app.services;
  const fourth = addDays(second, 2);
  const edit = async (more: object) => {
    const token = await b.app.login('school');
    const ask = (verb: string, body: object) =>
      b.app.post('/admin/organization/report_meal_mode', verb, { id: b.ruleId, ...body }, token);
    const { version } = (await ask('get', {})).body.data as { version: number };
    const answer = await ask('update', { ...lunchRule(b), freePerMonth: 0, ...more, version });
    expect(answer.body).toMatchObject({ errorcode: 0 });
  };
  await edit({});
  expect(await b.report([absent.id, optional.id, eater.id], fourth)).toMatchObject({ errorcode: 0 });
  for (const { id } of [absent, optional]) await b.drain(id);
  noonOf(fourth);
  await turn();
  await edit({ waitThen: 'WAIVE' });
  await b.swipe(optional, { amountFen: 9_999 });
  await b.app.services.refusedSwipes.close();
  await pool.query(
    `insert into offline_trade (organization_id, id, device_id, epoch, seq, person_id, mode, record, occurred_at, received_at,
       state, reason_code, reason) values ($1, 1, $2, 1, 900001, $3, 'FIXED', '{}', $4, $4, 'SUSPENSE', 'X', '待处理')`,
    [b.organizationId, b.device.deviceId, eater.id, new Date(b.app.clock.now()).toISOString()],
  );
  const place = [b.organizationId, b.device.restaurantId];
  const { rows } = await pool.query<{ kind: string }>(
    'select kind from restaurant where organization_id = $1 and id = $2',
    place,
  );
  const become = (kind: string) =>
    pool.query('update restaurant set kind = $3 where organization_id = $1 and id = $2', [...place, kind]);
  await become('SHOP');
  after(fourth, 70);
  await beat();
  await turn();
  for (const diner of [optional, eater]) expect(await rowOf(fourth, diner)).toMatchObject({ fate: 'CHARGE' });
  await become(rows[0]!.kind);
  await pool.query('delete from offline_trade where organization_id = $1 and id = 1', [b.organizationId]);
  const waits = { fate: 'CHARGE', chargedFen: 0, wait: expect.stringContaining('余额') };
  expect(await rowOf(fourth, absent)).toMatchObject(waits);
  noonOf(addDays(fourth, 8));
  await forgiveWaited(b.app.services, b.organizationId);
  expect(await rowOf(fourth, absent)).toMatchObject(waits);
});

test('no money rule is broken', async () => {
  expect(await b.breaks()).toEqual([]);
});

test.each([
  [
    'M4',
    'charged_fen = charged_fen + 1, charge_fen = charge_fen + 1',
    'charged_fen = charged_fen - 1, charge_fen = charge_fen - 1',
    'charged_fen > 0',
    '已扣',
  ],
  ['M5', 'nth = nth + 1', 'nth = nth - 1', 'nth > 0', '次未就餐'],
  ['M5', 'final = false', 'final = true', 'final and nth = 0', '还没有判定'],
  // Against the trades, which nothing of the judgement was read from.
  [
    'M5',
    "eaten_at = eaten_at + interval '1 second'",
    "eaten_at = eaten_at - interval '1 second'",
    "final and fate = 'EATEN'",
    '交易里没有这一笔',
  ],
  ['M5', "fate = 'IGNORED'", "fate = 'EATEN'", "final and fate = 'EATEN'", '记为未就餐，交易里却有'],
])(
  'the proof of the ledger finds a judged report that was changed past its judgement: %s %s',
  async (rule, change, back, which, says) => {
    const { pool } = b.app.services;
    const { rows } = await pool.query<{ id: number }>(
      `update meal_report set ${change} where organization_id = $1 and id = (select id from meal_report
       where organization_id = $1 and status = 'REPORTED' and ${which} order by id limit 1) returning id`,
      [b.organizationId],
    );
    const found = (await b.breaks()) as { rule: string; subject: string; found: string }[];
    await pool.query(`update meal_report set ${back} where organization_id = $1 and id = $2`, [
      b.organizationId,
      rows[0]!.id,
    ]);
    expect(found).toContainEqual(
      expect.objectContaining({ rule, subject: `报餐 ${rows[0]!.id}`, found: expect.stringContaining(says) }),
    );
    expect(await b.breaks()).toEqual([]);
  },
);
