/** Applications of units: tried once, ordered at a frozen price, held by what is paid, given back with the bill. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { overtaken } from '../../../../tests/support/overtaken.ts';
import { envelopeOf, walkFlow } from '../../../../tests/support/walk-flow.ts';
import { addDays } from '../../../kit/server/clock.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { platformUnitId } from '../../identity/public.server.ts';
import type { Caller } from '../../tenancy/testing.ts';
import activityPage from '../activities/pages/application_preferential_activity.server.ts';
import bills from '../bills/pages/unit_bill.server.ts';
import payments from '../bills/pages/unit_bill-payment.server.ts';
import { billing } from '../domain.ts';
import { type BillBench, billBench, secondPerson, units } from '../testing.ts';
import applicationPage from './pages/application.server.ts';
import userPage from './pages/application-user.server.ts';
import platformPage from './pages/platform-application.server.ts';
import { activityFlow, applicationFlow } from './states.ts';

let bench: BillBench;
let school: Caller;
let platform: Caller;
const app = '/admin/organization/application';
const sold = '/admin/platform/application';
const offers = '/admin/platform/application_preferential_activity';
const witness = { account: secondPerson.account, password: secondPerson.password };
const today = '2026-11-20';

const idOf = async (code: string) =>
  (await bench.services.db.selectFrom('application').select('id').where('code', '=', code).executeTakeFirstOrThrow())
    .id;
const rowOf = async (code: string) => {
  const id = await idOf(code);
  const { rows } = await school.call<{ rows: Record<string, unknown>[] }>(app, 'query', { size: 100 });
  return rows.find((row) => row.id === id);
};
const waiting = async (code: string) =>
  (await bench.services.db
    .selectFrom('subscription_order as o')
    .innerJoin('unit_bill as b', 'b.id', 'o.bill_id')
    .select(['b.id', 'b.amount_fen', 'b.bill_no'])
    .where('o.application_id', '=', await idOf(code))
    .where('o.status', '=', 'WAITING')
    .executeTakeFirst())!;
const put = async (code: string, priceYearFen: number, trialDays = 0, until = addDays(today, -100)) => {
  const id = await idOf(code);
  const set = await platform.call(sold, 'update', {
    id,
    name: code,
    priceYearFen,
    trialDays,
    intro: '测试',
    includesIds: [],
  });
  if (isRefusal(set)) throw new Error(JSON.stringify(set));
  expect(await platform.call(sold, 'sell', { id, until })).toBeNull();
  // As if the unit had come later: what it had when it went on sale is not to be seen here.
  await bench.services.pool.query('delete from subscription where application_id = $1', [id]);
  return id;
};

beforeAll(async () => {
  bench = await billBench([applicationPage, userPage, platformPage, activityPage, bills, payments]);
  bench.services.jobs = { schedule: async () => undefined } as never;
  await billing.start!(bench.services);
  school = await bench.as('ORGANIZATION', units.organization);
  platform = await bench.as('PLATFORM', platformUnitId);
  await bench.give('ORGANIZATION', units.organization, 100_000_000);
});
afterAll(() => bench?.database.drop());
afterEach(async () => expect(await bench.breaks()).toEqual([]));

test('what is not on sale everybody has; put on sale, who is there has it until a day, and it takes a price', async () => {
  const id = await idOf('ORDERING');
  expect(await platform.call(sold, 'sell', { id, until: '2026-12-31' })).toMatchObject({
    code: 'APPLICATION_NO_PRICE',
  });
  await platform.call(sold, 'update', {
    id,
    name: '订餐',
    priceYearFen: 120_000,
    trialDays: 7,
    intro: '测试',
    includesIds: [],
  });
  await platform.call(sold, 'sell', { id, until: '2026-12-31' });
  expect(await rowOf('ORDERING')).toMatchObject({ state: 'ACTIVE', endOn: '2026-12-31', daysLeft: 41 });
});

test('a trial is had once', async () => {
  const id = await put('MENU', 60_000, 7);
  expect(await school.call(app, 'trial', { id })).toBeNull();
  expect(await rowOf('MENU')).toMatchObject({ state: 'TRIAL', endOn: addDays(today, 6) });
  expect(await school.call(app, 'trial', { id })).toMatchObject({ code: 'NOT_NOW' });
  await school.call(app, 'open', { id, years: 1, payNow: true });
  // What is left of the trial is kept.
  expect(await rowOf('MENU')).toMatchObject({ state: 'ACTIVE', endOn: '2027-11-26' });
});

test('a trial begun in another window is not begun again', async () => {
  const id = await idOf('MENU');
  await bench.services.pool.query('delete from subscription where application_id = $1', [id]);
  const twice = await overtaken(
    bench.services.pool,
    `insert into subscription (unit_type, unit_id, application_id, started_on, end_on, trial, trial_used, updated_at)
     values ('ORGANIZATION', ${units.organization}, ${id}, '${today}', '${today}', true, true, now())`,
    () => school.call(app, 'trial', { id }),
  );
  expect(twice).toMatchObject({ code: 'TRIAL_USED' });
  expect(envelopeOf(twice).errormsg).toBe('「MENU」不提供试用，或本单位已经试用、开通过');
});

describe('an order', () => {
  test('has its price frozen, one waits at a time, and may be given up', async () => {
    const id = await put('GATE', 100_000);
    expect(await school.call(app, 'open', { id, years: 2 })).toBeNull();
    expect(await school.call(app, 'open', { id, years: 1 })).toMatchObject({ code: 'NOT_NOW' });
    await bench.services.pool.query('update application set price_year_fen = 900000 where id = $1', [id]);
    const { id: billId, amount_fen } = await waiting('GATE');
    expect(amount_fen).toBe(200_000);
    await school.call(app, 'cancel', { id });
    expect((await bench.billNow(billId)).status).toBe('VOID');
    expect(await rowOf('GATE')).toMatchObject({ state: 'NONE', waits: null });
    await bench.services.pool.query('update application set price_year_fen = 100000 where id = $1', [id]);
  });

  test('holds when its bill is paid, is renewed from its end, and void takes its days back', async () => {
    const id = await idOf('GATE');
    await school.call(app, 'open', { id, years: 1, payNow: true });
    expect(await rowOf('GATE')).toMatchObject({ state: 'ACTIVE', endOn: '2027-11-19' });
    await school.call(app, 'renew', { id, years: 1 });
    const bill = await waiting('GATE');
    expect(await rowOf('GATE')).toMatchObject({ endOn: '2027-11-19' });
    await school.call('/admin/organization/unit_bill', 'pay', { id: bill.id });
    expect(await rowOf('GATE')).toMatchObject({ endOn: '2028-11-19' });
    await platform.call('/admin/platform/unit_bill', 'void', { id: bill.id, reason: '重复续费', witness });
    expect(await rowOf('GATE')).toMatchObject({ endOn: '2027-11-19' });
  });

  test('of the service itself is the annual fee, and moves the unit’s own day', async () => {
    await bench.services.pool.query(`update organization set expire_at = '2026-11-01' where id = $1`, [
      units.organization,
    ]);
    const id = await put('ORG_BASE', 300_000);
    expect(await rowOf('ORG_BASE')).toMatchObject({ state: 'READ_ONLY' });
    await school.call(app, 'renew', { id, years: 1, payNow: true });
    const { rows } = await bench.services.pool.query('select expire_at from organization where id = $1', [
      units.organization,
    ]);
    expect(rows).toEqual([{ expire_at: '2027-11-19' }]);
    const bill = await bench.services.db
      .selectFrom('unit_bill')
      .select(['kind', 'commission_fen'])
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(bill).toEqual({ kind: 'ANNUAL_FEE', commission_fen: 30_000 });
  });
});

test('an upgrade credits the days left, its void gives them back', async () => {
  const part = await put('SUBSIDY', 36_500);
  await school.call(app, 'open', { id: part, years: 1, payNow: true });
  const { id: whole } = await platform.call<{ id: number }>(sold, 'create', {
    name: '补贴增强版',
    code: 'SUBSIDY_PLUS',
    unitType: 'ORGANIZATION',
    includesIds: [part],
    priceYearFen: 73_000,
    trialDays: 0,
    intro: '测试',
  });
  await platform.call(sold, 'sell', { id: whole, until: addDays(today, -100) });
  await bench.services.pool.query('delete from subscription where application_id = $1', [whole]);
  bench.clock.set(Date.parse('2027-02-28T09:00:00+08:00'));
  await school.call(app, 'open', { id: whole, years: 1, payNow: true });
  const order = await bench.services.db
    .selectFrom('subscription_order')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(order).toMatchObject({ kind: 'UPGRADE', credit_fen: 26_500, amount_fen: 46_500 });
  expect(await rowOf('SUBSIDY')).toMatchObject({ state: 'ACTIVE', coveredBy: '补贴增强版', endOn: '2028-02-27' });
  // What was credited then is part of what it cost: upgraded again on the same day, all of it counts.
  const { id: most } = await platform.call<{ id: number }>(sold, 'create', {
    name: '补贴旗舰版',
    code: 'SUBSIDY_MAX',
    unitType: 'ORGANIZATION',
    includesIds: [whole],
    priceYearFen: 146_000,
    trialDays: 0,
    intro: '测试',
  });
  await platform.call(sold, 'sell', { id: most, until: addDays(today, -100) });
  await bench.services.pool.query('delete from subscription where application_id = $1', [most]);
  expect(await school.call(app, 'outcome', { action: 'open', id: most, years: 1 })).toMatchObject({
    lines: expect.arrayContaining([['原应用剩余天数折抵', '730.00 元']]),
    amountFen: 73_000,
  });
  await platform.call('/admin/platform/unit_bill', 'void', { id: order.bill_id, reason: '误购', witness });
  expect(await rowOf('SUBSIDY')).toMatchObject({ endOn: '2027-11-19', coveredBy: null });
  bench.clock.set(Date.parse(`${today}T09:00:00+08:00`));
});

describe('an activity', () => {
  const plan = (name: string, change: object) => ({
    name,
    discountType: 'PERCENT',
    percentPaid: 8_000,
    startAt: '2026-11-01T00:00:00+08:00',
    endAt: '2026-12-01T00:00:00+08:00',
    useLimit: null,
    ...change,
  });

  test('gives its limit and no more, whoever asks at once; what is given up comes back', async () => {
    const application = await put('REPORT_MEAL', 50_000);
    const { id } = await platform.call<{ id: number }>(
      offers,
      'create',
      plan('限三单八折', { applicationIds: [application], useLimit: 3 }),
    );
    await platform.call(offers, 'start', { id });
    // Eight units of one kind ask at once.
    const ids = Array.from({ length: 8 }, (_, i) => 700 + i);
    for (const unit of ids)
      await bench.services.pool.query(
        `insert into organization (id, name, kind, contact, phone, status, created_at, updated_at)
         values ($1, $2, 'OTHER', '测试', '13800138000', 'NORMAL', now(), now())`,
        [unit, `并发单位${unit}`],
      );
    const callers = await Promise.all(ids.map((unit) => bench.as('ORGANIZATION', unit)));
    const answers = await Promise.all(callers.map((caller) => caller.call(app, 'open', { id: application, years: 1 })));
    expect(answers.filter(isRefusal)).toEqual([]);
    const orders = await bench.services.db
      .selectFrom('subscription_order')
      .select(['unit_id', 'amount_fen'])
      .where('application_id', '=', application)
      .orderBy('id')
      .execute();
    expect(orders.map((one) => one.amount_fen).sort()).toEqual([...Array(3).fill(40_000), ...Array(5).fill(50_000)]);
    const cheap = orders.find((one) => one.amount_fen === 40_000)!;
    await callers.find((one) => one.session.unitId === cheap.unit_id)!.call(app, 'cancel', { id: application });
    const { rows } = await platform.call<{ rows: object[] }>(offers, 'query', {});
    expect(rows).toMatchObject([{ used: 2, givenFen: 0, orderCount: 0 }]);
    await school.call(app, 'open', { id: application, years: 1, payNow: true });
    expect((await platform.call<{ rows: object[] }>(offers, 'query', {})).rows).toMatchObject([
      { used: 3, givenFen: 10_000, orderCount: 1 },
    ]);
  });

  test('cannot be changed once it has begun; free of charge it holds at once and without a bill', async () => {
    const application = await put('FOOD_SAFETY', 50_000);
    const { id } = await platform.call<{ id: number }>(
      offers,
      'create',
      plan('免费一年', { applicationIds: [application], percentPaid: 0 }),
    );
    await platform.call(offers, 'start', { id });
    expect(
      await platform.call(offers, 'update', { id, ...plan('改', { applicationIds: [application] }) }),
    ).toMatchObject({ code: 'NOT_NOW' });
    await school.call(app, 'open', { id: application, years: 1 });
    expect(await rowOf('FOOD_SAFETY')).toMatchObject({ state: 'ACTIVE', endOn: '2027-11-19', waits: null });
  });
});

test('the platform sets a day with a second person, and closes what could only be read for half a year', async () => {
  const application = await idOf('GATE');
  const users = `${sold}/user`;
  const search = { applicationId: application };
  const { rows } = await platform.call<{ rows: { id: number; unitName: string }[] }>(users, 'query', { search });
  const found = rows.find(({ unitName }) => unitName === '第一中学');
  expect(found).toMatchObject({ state: 'ACTIVE' });
  const body = { id: found!.id };
  await platform.call(users, 'setEnd', { ...body, search, endOn: addDays(today, -190), reason: '测试', witness });
  expect(await platform.call(users, 'close', { ...body, search })).toMatchObject({ code: 'CLOSE_EARLY' });
  await platform.call(users, 'setEnd', { ...body, search, endOn: addDays(today, -196), reason: '测试', witness });
  expect(await platform.call(users, 'close', { ...body, search })).toBeNull();
  expect(await rowOf('GATE')).toMatchObject({ state: 'CLOSED' });
});

test('the flows are walked', async () => {
  let n = 0;
  let id = 0;
  const stand = async (table: 'application' | 'application_activity') =>
    (await bench.services.pool.query<{ status: string }>(`select status from ${table} where id = $1`, [id])).rows[0]!
      .status;
  const application = await idOf('MENU');
  expect(
    await walkFlow(activityFlow, {
      place: async (status) => {
        n += 1;
        ({ id } = await platform.call<{ id: number }>(offers, 'create', {
          name: `走查${n}`,
          applicationIds: [application],
          discountType: 'MINUS',
          minusFen: 1,
          startAt: '2026-11-01T00:00:00+08:00',
          endAt: '2026-11-02T00:00:00+08:00',
        }));
        await bench.services.pool.query('update application_activity set status = $2 where id = $1', [id, status]);
      },
      call: async (event) => envelopeOf(await platform.call(offers, event, { id })),
      status: () => stand('application_activity'),
    }),
  ).toEqual([]);
  expect(
    await walkFlow(applicationFlow, {
      place: async (status) => {
        id = application;
        await bench.services.pool.query('update application set status = $2 where id = $1', [id, status]);
      },
      call: async (event) => envelopeOf(await platform.call(sold, event, { id, until: '2026-12-31' })),
      status: () => stand('application'),
    }),
  ).toEqual([]);
});
