/** Records that come late are booked as they would have been at once: holder, department, card, place and price of the swipe. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dateAt } from '../../../kit/server/clock.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import type { DeviceRecord, RecordOutcome } from '../../device/public.server.ts';
import { type ConsumptionBench, consumptionBench, type Diner } from '../testing.ts';

let b: ConsumptionBench;
let next = 0;
const minuteMs = 60_000;

beforeAll(async () => {
  b = await consumptionBench();
}, 60_000);
afterAll(() => b?.app.stop());
afterEach(async () => {
  expect(await b.breaks()).toEqual([]);
  expect(b.app.errors).toEqual([]);
});

const pass = (ms: number) => b.app.clock.set(b.app.clock.now() + ms);
async function fresh(): Promise<Diner> {
  const who = b.diners[next++]!;
  await b.drain(who.id);
  await b.pay(who.id, 20_000);
  return who;
}
const ok = (answer: { errorcode: number; errormsg: string }) => expect(answer.errormsg).toBe('');
async function one<T>(text: string, values: unknown[]): Promise<T> {
  const { rows } = await b.app.services.pool.query(text, values);
  return rows[0] as T;
}
const why = (outcome: RecordOutcome | undefined) =>
  outcome && !isRefusal(outcome) && 'suspended' in outcome ? outcome.suspended.code : outcome;

interface Booked {
  personId: number;
  departmentId: number;
  typeId: number;
  siteId: number;
  amountFen: number;
  cardNo: string;
}
const booked = (id: number) =>
  one<Booked>(
    `select person_id as "personId", department_id as "departmentId", person_type_id as "typeId", deploy_site_id as "siteId",
       amount_fen as "amountFen", card_no as "cardNo" from trade where organization_id = $1 and id = $2`,
    [b.organizationId, id],
  );
async function late(record: Partial<DeviceRecord>): Promise<Booked> {
  const [outcome] = await b.upload([record]);
  if (!outcome || isRefusal(outcome) || !('posted' in outcome)) throw new Error(JSON.stringify(outcome));
  return booked(outcome.posted.postingId);
}
const ruleOf = (who: Diner) =>
  one<{ id: number; fen: number; version: number }>(
    `select id, first_price_fen as fen, version from fixed_value_rule
     where organization_id = $1 and meal_period_id = $2 and type_id = $3 and status = 'NORMAL' limit 1`,
    [b.organizationId, b.lunchId, who.typeId],
  );
const department = (who: Diner) =>
  one<{ id: number; name: string }>(
    'select d.id, d.name from department d join person p on p.department_id = d.id where p.organization_id = $1 and p.id = $2',
    [b.organizationId, who.id],
  );
const waitingRow = async (cardNo: string) => {
  const { data } = await b.school<{ rows: { id: number; conflict: string; status: string }[] }>(
    'offline_consume',
    'query',
    {
      search: { keyword: cardNo, status: ['SUSPENSE'] },
    },
  );
  return data.rows[0]!;
};

test('the department is the one of the swipe, not the one moved to since', async () => {
  const who = await fresh();
  const before = await department(who);
  const other = await one<{ id: number }>(
    'select id from department where organization_id = $1 and id <> $2 order by id limit 1',
    [b.organizationId, before.id],
  );
  const at = b.app.clock.now();
  pass(minuteMs);
  ok(await b.school('user', 'move', { ids: [who.id], departmentId: other.id }));
  pass(minuteMs);
  expect(await late({ cardNo: who.cardNo, amountFen: 500, occurredAt: at })).toMatchObject({ departmentId: before.id });
  expect(await late({ cardNo: who.cardNo, amountFen: 600, occurredAt: b.app.clock.now() })).toMatchObject({
    departmentId: other.id,
  });
});

test('the type is the one of the swipe, and with it the price', async () => {
  const who = await fresh();
  const rule = await ruleOf(who);
  const other = await one<{ id: number }>(
    `select type_id as id from fixed_value_rule where organization_id = $1 and type_id <> $2 and meal_period_id = $3
       and status = 'NORMAL' order by type_id limit 1`,
    [b.organizationId, who.typeId, b.lunchId],
  );
  const { id, fen, version } = await ruleOf({ ...who, typeId: other.id });
  ok(await b.school('fixed_value', 'update', { id, firstPriceFen: fen + 137, version }));
  pass(minuteMs);
  expect(fen + 137).not.toBe(rule.fen);
  const at = b.app.clock.now();
  pass(minuteMs);
  const { data } = await b.school<Record<string, unknown>>('user', 'get', { id: who.id });
  ok(await b.school('user', 'update', { ...data, typeId: other.id }));
  pass(minuteMs);
  expect(await late({ cardNo: who.cardNo, mode: 'FIXED', occurredAt: at })).toMatchObject({
    typeId: who.typeId,
    amountFen: rule.fen,
  });
  expect(await late({ cardNo: who.cardNo, mode: 'FIXED', occurredAt: b.app.clock.now() })).toMatchObject({
    typeId: other.id,
  });
});

test('the price is the one of the swipe, whether the rule was changed, ended or removed since', async () => {
  const people = [await fresh(), await fresh(), await fresh(), await fresh()].filter(
    (p, _, all) => p.typeId === all[0]!.typeId,
  );
  const rule = await ruleOf(people[0]!);
  const at = b.app.clock.now();
  pass(minuteMs);
  ok(await b.school('fixed_value', 'update', { id: rule.id, firstPriceFen: rule.fen + 300, version: rule.version }));
  pass(minuteMs);
  const then = b.app.clock.now();
  expect(await late({ cardNo: people[0]!.cardNo, mode: 'FIXED', occurredAt: at })).toMatchObject({
    amountFen: rule.fen,
  });
  expect(await late({ cardNo: people[1]!.cardNo, mode: 'FIXED', occurredAt: then })).toMatchObject({
    amountFen: rule.fen + 300,
  });
  pass(minuteMs);
  ok(await b.school('fixed_value', 'remove', { id: rule.id }));
  pass(minuteMs);
  const last = people[2] ?? (await fresh());
  expect(await late({ cardNo: last.cardNo, mode: 'FIXED', occurredAt: then })).toMatchObject({
    amountFen: rule.fen + 300,
  });
  const [none] = await b.upload([{ cardNo: last.cardNo, mode: 'FIXED', occurredAt: b.app.clock.now() }]);
  expect(why(none)).toBe('NO_PRICE');
  pass(minuteMs);
  ok(
    await b.school('fixed_value', 'create', {
      mealPeriodId: b.lunchId,
      typeId: last.typeId,
      firstPriceFen: rule.fen,
      dateType: 'ALL',
      priority: 0,
    }),
  );
  pass(minuteMs);
  // The clerk charges what waits by the rules of the swipe as well: there was none.
  const row = await waitingRow(last.cardNo);
  expect((await b.school('offline_consume', 'post', { id: row.id })).errorcode).toBe(2502);
  ok(await b.school('offline_consume', 'post', { id: row.id, amountFen: 700 }));
});

test('the kind of the day is the one the calendar had then', async () => {
  const who = await fresh();
  let other = await fresh();
  while (other.typeId !== who.typeId) other = await fresh();
  const rule = await ruleOf(who);
  const terms = { mealPeriodId: b.lunchId, typeId: who.typeId, dateType: 'HOLIDAY', priority: 99 };
  const made = await b.school<{ id: number }>('fixed_value', 'create', { ...terms, firstPriceFen: rule.fen + 450 });
  ok(made);
  pass(minuteMs);
  const at = b.app.clock.now();
  pass(minuteMs);
  const today = dateAt(at);
  const day = { startDate: today, endDate: today, dayKind: 'HOLIDAY', note: '校庆' };
  ok(await b.school('fixed_value/calendar', 'set', day));
  pass(minuteMs);
  expect(await late({ cardNo: who.cardNo, mode: 'FIXED', occurredAt: at })).toMatchObject({ amountFen: rule.fen });
  expect(await late({ cardNo: other.cardNo, mode: 'FIXED', occurredAt: b.app.clock.now() })).toMatchObject({
    amountFen: rule.fen + 450,
  });
  ok(await b.school('fixed_value', 'remove', { id: made.data.id }));
});

test('the meal is the one that was served then', async () => {
  const who = await fresh();
  const lunch = await one<{ endTime: string; version: number }>(
    'select end_time as "endTime", version from meal_period where organization_id = $1 and id = $2',
    [b.organizationId, b.lunchId],
  );
  const at = b.app.clock.now();
  pass(minuteMs);
  ok(await b.school('meal', 'update', { id: b.lunchId, endTime: '11:59', version: lunch.version }));
  pass(minuteMs);
  const [outcome] = await b.upload([{ cardNo: who.cardNo, amountFen: 500, occurredAt: at }]);
  const { id } = await one<{ id: number }>(
    'select meal_period_id as id from trade where organization_id = $1 and id = $2',
    [b.organizationId, (outcome as { posted: { postingId: number } }).posted.postingId],
  );
  expect(id).toBe(b.lunchId);
  ok(await b.school('meal', 'update', { id: b.lunchId, endTime: lunch.endTime, version: lunch.version + 1 }));
  pass(minuteMs);
});

test('the place is where the terminal stood then', async () => {
  const who = await fresh();
  const other = await one<{ id: number }>(
    `select s.id from deploy_site s where s.organization_id = $1 and s.id <> $2 and s.kind = 'CONSUME_WINDOW' order by s.id limit 1`,
    [b.organizationId, b.device.deploySiteId],
  );
  const before = b.device;
  const at = b.app.clock.now();
  pass(minuteMs);
  ok(await b.school('device_list', 'bind', { id: before.deviceId, deploySiteId: other.id, mode: before.mode }));
  pass(minuteMs);
  b.device = { ...before, deploySiteId: other.id };
  expect(await late({ cardNo: who.cardNo, amountFen: 500, occurredAt: at })).toMatchObject({
    siteId: before.deploySiteId,
  });
  ok(
    await b.school('device_list', 'bind', {
      id: before.deviceId,
      deploySiteId: before.deploySiteId,
      mode: before.mode,
    }),
  );
  b.device = before;
  pass(minuteMs);
});

test('what a terminal took before it was first placed counts at its first place, by the rules that place began with', async () => {
  const at = b.app.clock.now() - 3 * 24 * 60 * minuteMs;
  // Somebody who has eaten nothing on that day yet.
  const { rows: eaten } = await b.app.services.pool.query<{ id: number }>(
    'select person_id as id from trade where organization_id = $1 and occurred_date = $2::date',
    [b.organizationId, dateAt(at)],
  );
  const hungry = b.diners.findIndex(({ id }, i) => i >= next && !eaten.some((trade) => trade.id === id));
  [b.diners[next], b.diners[hungry]] = [b.diners[hungry]!, b.diners[next]!];
  const who = await fresh();
  const restaurant = await b.school<{ id: number }>('restaurant', 'create', {
    name: '新开食堂',
    kind: 'RESTAURANT',
    consumeMode: 'AMOUNT',
    mealPeriodIds: [],
  });
  const site = await b.school<{ id: number }>('deploy_site', 'create', {
    name: '新开窗口',
    kind: 'CONSUME_WINDOW',
    restaurantId: restaurant.data.id,
  });
  const before = b.device;
  b.device = { ...before, deploySiteId: site.data.id, restaurantId: restaurant.data.id };
  const [outcome] = await b.upload([{ cardNo: who.cardNo, amountFen: 500, occurredAt: at }]);
  b.device = before;
  expect(outcome).toHaveProperty('posted');
});

test('swiped before the card was reported lost, it is charged; swiped after, it waits', async () => {
  const who = await fresh();
  const at = b.app.clock.now();
  pass(minuteMs);
  ok(await b.school('user', 'reportLoss', { id: who.id }));
  pass(minuteMs);
  expect(await late({ cardNo: who.cardNo, amountFen: 500, occurredAt: at })).toMatchObject({ personId: who.id });
  const [after] = await b.upload([{ cardNo: who.cardNo, amountFen: 500, occurredAt: b.app.clock.now() }]);
  expect(why(after)).toBe('CARD_LOST');
  // Online it is now that counts.
  expect(await b.swipe(who, { amountFen: 500 })).toMatchObject({ code: 'CARD_LOST' });
});

test('a number that went to somebody else charges who held it then; in between, it waits', async () => {
  const [former, heir] = [await fresh(), await fresh()];
  const { cardNo } = former;
  const at = b.app.clock.now();
  pass(minuteMs);
  ok(await b.school('user', 'reportLoss', { id: former.id }));
  ok(await b.school('user', 'replaceCard', { id: former.id, cardNo: 'NEU1', chargeKind: 'NONE' }));
  pass(minuteMs);
  const nobodys = b.app.clock.now();
  pass(minuteMs);
  ok(
    await b.school('user', 'exchangeCard', {
      id: heir.id,
      cardNo,
      reuseNow: true,
      reuseReason: '测试',
      chargeKind: 'NONE',
    }),
  );
  pass(minuteMs);
  expect(await late({ cardNo, amountFen: 500, occurredAt: at })).toMatchObject({ personId: former.id });
  const [between] = await b.upload([{ cardNo, amountFen: 510, occurredAt: nobodys }]);
  expect(why(between)).toBe('CARD_NOT_VALID');
  expect(await late({ cardNo, amountFen: 520, occurredAt: b.app.clock.now() })).toMatchObject({ personId: heir.id });
  // The clerk’s charge goes to the holder of that time, too.
  const row = await waitingRow(cardNo);
  ok(await b.school('offline_consume', 'post', { id: row.id }));
  const trade = await one<Booked>(
    `select person_id as "personId" from trade where organization_id = $1 and amount_fen = 510 and card_no = $2`,
    [b.organizationId, cardNo],
  );
  expect(trade).toMatchObject({ personId: former.id });
});

test('the card of one with the face of another charges nobody', async () => {
  const [one, other] = [await fresh(), await fresh()];
  const both = { cardNo: one.cardNo, personId: other.id, amountFen: 500 };
  expect(await b.swipe(one, both)).toMatchObject({ code: 'CARD_OF_OTHER' });
  const [kept] = await b.upload([both]);
  expect(why(kept)).toBe('CARD_OF_OTHER');
  const row = await waitingRow(one.cardNo);
  expect((await b.school('offline_consume', 'post', { id: row.id })).errorcode).toBe(2560);
  ok(await b.school('offline_consume', 'post', { id: row.id, personId: other.id }));
});
