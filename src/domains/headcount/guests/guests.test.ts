/** Meals of guests: applied for, approved by another, signed by the heads that came, charged to the department and put right. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import { refuse } from '../../../kit/server/refusal.ts';
import { until } from '../../consumption/testing.ts';
import { turnMealClock } from '../settle/meal-clock.ts';
import { keepDigest } from '../summaries/keep-digest.ts';
import { type HeadcountBench, headcountBench } from '../testing.ts';
import { bookGuests, unitsWithGuests } from './book-guests.ts';
import { guestFlow } from './guest-flow.ts';
import { serveByCode } from './serve-by-code.ts';

let b: HeadcountBench;
let departmentId: number;
beforeAll(async () => {
  b = await headcountBench();
  const { rows } = await b.app.services.pool.query<{ id: number }>(
    'select id from department where organization_id = $1 order by id limit 1',
    [b.organizationId],
  );
  departmentId = rows[0]!.id;
}, 120_000);
afterAll(() => b.app.stop());

const page = 'manual_report_meal/guest';
interface Row {
  id: number;
  guestNo: string;
  status: string;
  heads: number;
  eatenHeads: number | null;
  chargedFen: number;
  plannedFen: number;
  late: boolean;
}
const list = async (search: Record<string, unknown>) =>
  (await b.school<{ rows: Row[]; sums: Record<string, number> }>(page, 'query', { size: 50, search })).data;
let host = 0;
const apply = (diningDate: string, more: Record<string, unknown> = {}) =>
  b.school(page, 'apply', {
    departmentId,
    diningDate,
    mealPeriodId: b.lunchId,
    restaurantId: b.device.restaurantId,
    heads: 6,
    standardFen: 5_000,
    host: `接待人${++host}`,
    purpose: '供应商来访',
    menuNote: null,
    ...more,
  });
/** An application and its row. */
async function applied(diningDate: string, more: Record<string, unknown> = {}): Promise<Row> {
  expect(await apply(diningDate, more)).toMatchObject({ errorcode: 0 });
  const { rows } = await list({ keyword: `接待人${host}`, diningDate: [diningDate, diningDate] });
  return rows[0]!;
}
const read = async (id: number) => (await b.school<Row>(page, 'get', { id })).data;
const lunchOf = async (day: string) => {
  const { rows } = (
    await b.school<{ rows: Record<string, unknown>[] }>('daily_report_meal_summary', 'query', {
      search: { diningDate: [day, day], mealPeriodId: b.lunchId },
    })
  ).data;
  return rows[0];
};
const at = (day: string, hm: string) => b.app.clock.set(Date.parse(`${day}T${hm}:00+08:00`));
const book = (which: 'NEW' | 'ALL' = 'NEW') => bookGuests(b.app.services, b.organizationId, which);

test('signing waits for the meal, on the button as at the server', async () => {
  expect((await apply(b.day(1))).errorcode).toBe(0);
  const [row] = (await list({ diningDate: [b.day(1), b.day(1)] })).rows;
  const sign = (begun: boolean) => guestFlow.button('sign').whyNot!({ ...row!, status: 'APPROVED', begun });
  expect([row, sign(false), sign(true)]).toEqual([
    expect.objectContaining({ begun: false }),
    expect.stringContaining('开餐'),
    undefined,
  ]);
  expect((await b.school(page, 'cancel', { id: row!.id, reason: '改期' })).errorcode).toBe(0);
});

test('another person approves; what came is charged to the department, counted as guests, and no purse pays', async () => {
  const day = b.day(2);
  const guest = await applied(day);
  expect(guest).toMatchObject({ status: 'SUBMITTED', plannedFen: 30_000, late: false });
  expect(await b.school(page, 'approve', { id: guest.id })).toMatchObject({ errorcode: 1204 });
  expect(await b.finance(page, 'approve', { id: guest.id })).toMatchObject({ errorcode: 0 });
  const early = await b.school(page, 'sign', { id: guest.id, eatenHeads: 5, note: null });
  expect(early).toMatchObject({ errorcode: 1204, errormsg: expect.stringContaining('开餐后签收') });
  const now = b.app.clock.now();
  await b.report([b.diners[0]!.id], day);
  at(day, '12:30');
  expect(await b.school(page, 'sign', { id: guest.id, eatenHeads: 7, note: null })).toMatchObject({ errorcode: 2767 });
  expect(await b.school(page, 'sign', { id: guest.id, eatenHeads: 5, note: null })).toMatchObject({ errorcode: 0 });
  await book();
  await book();
  expect(await read(guest.id)).toMatchObject({ status: 'CHARGED', chargedFen: 25_000 });
  // On paper for the department's file: what was approved, what came, what it cost.
  const { data: printed } = await b.school<{ receipt: { code: string; sheets: { rows: string[][] }[] } }>(
    page,
    'print',
    {
      id: guest.id,
    },
  );
  expect(printed.receipt.code).toBe(guest.guestNo);
  expect(printed.receipt.sheets[0]!.rows).toEqual([
    ['批准', '6 人', '50.00 元', '300.00 元'],
    ['实到', '5 人', '50.00 元', '250.00 元'],
  ]);
  const { rows: trades } = await b.app.services.pool.query(
    `select t.person_id as person, t.heads, t.third_fen as third, t.department_id as department, e.account
     from trade t join ledger_entry e on e.organization_id = t.organization_id and e.posting_id = t.id and e.account like 'channel:%'
     where t.organization_id = $1 and t.occurred_date = $2 and t.attendance = 'ORDERED_EATEN' and t.person_id = 0`,
    [b.organizationId, day],
  );
  expect(trades).toEqual([{ person: 0, heads: 5, third: 25_000, department: departmentId, account: 'channel:unit' }]);
  // The meal's clock has closed lunch by now.
  await turnMealClock(b.app.services);
  expect(await lunchOf(day)).toMatchObject({ guestPortions: 6, guestHeads: 5, unreportedHeads: 0, heads: 5 });
  const { data: people } = await b.school<{ rows: Record<string, unknown>[]; check: object }>(
    'personal_report_meal_summary',
    'query',
    { search: { diningDate: [day, day] } },
  );
  expect(people.check).toMatchObject({ ok: true });
  expect(people.rows.filter((row) => row.heads !== 0)).toEqual([
    expect.objectContaining({ heads: 5, guestHeads: 5, reportedHeads: 0, unreportedHeads: 0 }),
  ]);
  expect(await b.breaks()).toEqual([]);
  b.app.clock.set(now);
});

test('what was signed wrongly is put right by difference; a signature taken back gives all back', async () => {
  const day = b.day(3);
  const guest = await applied(day);
  await b.finance(page, 'approve', { id: guest.id });
  const now = b.app.clock.now();
  at(day, '12:30');
  await b.school(page, 'sign', { id: guest.id, eatenHeads: 6, note: null });
  await book();
  expect(await b.school(page, 'correct', { id: guest.id, eatenHeads: 4, reason: '两人未到' })).toMatchObject({
    errorcode: 0,
  });
  await book();
  expect(await read(guest.id)).toMatchObject({ status: 'CHARGED', eatenHeads: 4, chargedFen: 20_000 });
  expect(await b.school(page, 'unsign', { id: guest.id, reason: '签错单' })).toMatchObject({ errorcode: 0 });
  expect(await b.school(page, 'cancel', { id: guest.id, reason: '未来' })).toMatchObject({ errorcode: 0 });
  await book();
  expect(await read(guest.id)).toMatchObject({ status: 'CANCELLED', eatenHeads: null, chargedFen: 0 });
  expect(await unitsWithGuests(b.app.services)).not.toContain(b.organizationId);
  const { rows } = await b.app.services.pool.query<{ heads: number; fen: number }>(
    `select sum(t.heads)::int as heads, sum(case when t.kind = 'REVERSE' then -t.amount_fen else t.amount_fen end)::int as fen
     from trade t join posting g on g.organization_id = t.organization_id and g.id = t.id
     where t.organization_id = $1 and g.source_type = 'guest_meal' and g.source_id = $2`,
    [b.organizationId, guest.id],
  );
  expect(rows).toEqual([{ heads: 0, fen: 0 }]);
  expect(await b.breaks()).toEqual([]);
  b.app.clock.set(now);
});

test('what is refused is tried once and waits for the night', async () => {
  const day = b.day(5);
  const guest = await applied(day);
  await b.finance(page, 'approve', { id: guest.id });
  const now = b.app.clock.now();
  at(day, '12:30');
  const { services } = b.app;
  const { wallet } = services;
  let asked = 0;
  services.wallet = {
    ...wallet,
    submitMany: async (requests) => {
      asked += requests.length;
      return requests.map(() => refuse('STALE'));
    },
  };
  try {
    await b.school(page, 'sign', { id: guest.id, eatenHeads: 2, note: null });
    // The job behind the call asks, too: once each at most.
    await until(
      async () => asked,
      (n) => n > 0,
    );
    await book();
    const tried = asked;
    await book();
    await book();
    expect(asked).toBe(tried);
  } finally {
    services.wallet = wallet;
  }
  await book();
  expect(await read(guest.id)).toMatchObject({ status: 'SERVED', chargedFen: 0 });
  await book('ALL');
  expect(await read(guest.id)).toMatchObject({ status: 'CHARGED', chargedFen: 10_000 });
  b.app.clock.set(now);
});

test('after the cut-off it takes a reason, and a change is approved again', async () => {
  const late = await apply(b.today);
  expect(late).toMatchObject({ errorcode: 2752, errormsg: expect.stringMatching(/18:00 截止/) });
  const guest = await applied(b.today, { lateReason: '临时来访' });
  expect(guest).toMatchObject({ late: true });
  await b.finance(page, 'approve', { id: guest.id });
  const more = { id: guest.id, heads: 9, standardFen: 5_000, menuNote: null, reason: '增加三人' };
  expect(await b.school(page, 'change', more)).toMatchObject({ errorcode: 0 });
  expect(await read(guest.id)).toMatchObject({ status: 'SUBMITTED', heads: 9 });
  await b.school(page, 'cancel', { id: guest.id, reason: '改期' });
});

test('days too far, heads beyond measure and other units’ departments are refused', async () => {
  expect(await apply(addDays(b.today, -8), { lateReason: '补登' })).toMatchObject({ errorcode: 1101 });
  expect(await apply(addDays(b.today, 100))).toMatchObject({ errorcode: 1101 });
  expect(await apply(b.day(4), { heads: 0 })).toMatchObject({ errorcode: 1101 });
  const { rows } = await b.app.services.pool.query<{ id: number }>(
    'select id from department where organization_id <> $1 order by id limit 1',
    [b.organizationId],
  );
  expect((await apply(b.day(4), { departmentId: rows[0]!.id })).errorcode).not.toBe(0);
});

test('the night’s sums say of guests what the trades say', async () => {
  const day = b.day(2);
  const now = b.app.clock.now();
  at(addDays(day, 4), '05:00');
  await turnMealClock(b.app.services);
  const before = await lunchOf(day);
  await keepDigest(b.app.services, b.organizationId);
  expect(await lunchOf(day)).toEqual(before);
  expect(before).toMatchObject({ guestHeads: 5 });
  b.app.clock.set(now);
});

test('the budget for guests says what is booked and what is still to come', async () => {
  const month = b.day(6).slice(0, 7);
  await b.school('statistics/budget_summary', 'create', { month, kind: 'GUEST', departmentId, budgetFen: 100_000 });
  const open = await applied(b.day(6));
  const { rows } = (
    await b.school<{ rows: Record<string, number>[] }>('statistics/budget_summary', 'query', {
      search: { month, kind: 'GUEST' },
    })
  ).data;
  const { sums } = await list({
    diningDate: [`${month}-01`, addDays(`${month}-01`, 30)],
    departmentId: [departmentId],
  });
  expect(rows[0]).toMatchObject({ budgetFen: 100_000, usedFen: sums.chargedFen });
  expect(rows[0]!.openFen).toBeGreaterThanOrEqual(open.plannedFen);
  const told = await apply(b.day(6));
  expect(JSON.stringify(told.data)).toContain('1,000.00');
});

test('a draft expects nobody until it is submitted; the code of an approved party is good once, for no more than it', async () => {
  const token = await b.app.login('school');
  const call = async (verb: string, body: object, path = page) =>
    (await b.app.post(`/admin/organization/${path}`, verb, body, token)).body as { errorcode: number; data: unknown };
  const day = dateAt(b.app.clock.now());
  const on = addDays(day, 2);
  const application = {
    departmentId,
    diningDate: on,
    mealPeriodId: b.lunchId,
    restaurantId: b.device.restaurantId,
    heads: 5,
    standardFen: 3_000,
    host: '周主任',
    purpose: '取餐码',
    menuNote: null,
  };
  expect(await call('apply', { ...application, draft: true })).toMatchObject({ errorcode: 0 });
  const found = async () => {
    const { data } = await call('query', { search: { keyword: '取餐码', diningDate: [on, on] } });
    return (data as { rows: (Row & { code: string | null })[] }).rows[0]!;
  };
  expect(await found()).toMatchObject({ status: 'DRAFT', code: null });
  const guests = async () => {
    const { data } = await call('week', { date: on }, 'manual_report_meal_v2');
    const week = data as { slots: { date: string; mealPeriodId: number }[]; guests: number[] };
    return week.guests[week.slots.findIndex((slot) => slot.date === on && slot.mealPeriodId === b.lunchId)];
  };
  const before = (await guests())!;
  const { id } = await found();
  expect(await call('submit', { id })).toMatchObject({ errorcode: 0 });
  const other = await b.app.login('finance');
  const { body: approved } = await b.app.post(`/admin/organization/${page}`, 'approve', { id }, other);
  expect((approved as { errorcode: number }).errorcode).toBe(0);
  expect(await guests()).toBe(before + 5);
  const { code } = await found();
  expect(code).toMatch(/^\d{6}$/);
  const at = { ...b.device, organizationId: b.organizationId };
  const serve = (key: string, heads: number, with_ = code!) =>
    serveByCode(b.app.services, at as never, { code: with_, heads, key });
  b.app.clock.set(Date.parse(`${on}T08:00:00+08:00`));
  expect(await serve('1:1:1', 4)).toMatchObject({ code: 'GUESTS_TOO_EARLY' });
  b.app.clock.set(Date.parse(`${on}T12:00:00+08:00`));
  expect(await serve('1:1:2', 6)).toMatchObject({ code: 'GUESTS_TOO_MANY' });
  expect(await serve('1:1:3', 4, code === '000000' ? '000001' : '000000')).toMatchObject({ code: 'GUEST_CODE' });
  expect(await serve('1:1:4', 4)).toMatchObject({ heads: 4 });
  expect(await serve('1:1:4', 4)).toMatchObject({ heads: 4 });
  expect(await serve('1:1:5', 1)).toMatchObject({ code: 'GUEST_CODE' });
  await bookGuests(b.app.services, b.organizationId, 'NEW');
  // The job behind the call may be booking it right now.
  const booked = await until(
    async () => {
      const { rows } = await b.app.services.pool.query<{ status: string; heads: number; fen: number }>(
        'select status, eaten_heads as heads, charged_fen as fen from guest_meal where organization_id = $1 and id = $2',
        [b.organizationId, id],
      );
      return rows;
    },
    (rows) => rows[0]?.status === 'CHARGED',
  );
  expect(booked).toEqual([{ status: 'CHARGED', heads: 4, fen: 12_000 }]);
  const again = await b.app.login('school');
  const { body } = await b.app.post(
    '/admin/organization/consume_detail',
    'query',
    { search: { keyword: '客餐', businessDate: [on, on] } },
    again,
  );
  const names = (body as { data: { rows: { personName: string }[] } }).data.rows.map((row) => row.personName);
  expect(new Set(names)).toEqual(new Set(['客餐']));
});

test('a charge of guests is called theirs wherever it is found, chosen or put right', async () => {
  const { rows } = await b.app.services.pool.query<{ id: number }>(
    `select id from trade t where organization_id = $1 and person_id = 0 and attendance = 'ORDERED_EATEN'
      and kind = 'CONSUME' and not exists (select from posting_reversed v
        where v.organization_id = t.organization_id and v.posting_id = t.id) order by id desc limit 1`,
    [b.organizationId],
  );
  const tradeId = Number(rows[0]!.id);
  const token = await b.app.login('school');
  const said = async (path: string, verb: string, input: object) => {
    const { body } = await b.app.post(path, verb, input, token);
    return JSON.stringify(body);
  };
  const keyword = String(tradeId);
  const places = [
    await said('/admin/common', 'palette', { keyword }),
    await said('/admin/organization/consume', 'options', { keyword }),
    await said('/admin/organization/correct', 'facts', { id: tradeId }),
  ];
  const reason = '人数签多';
  const made = await said('/admin/organization/correct', 'create', {
    tradeId,
    kind: 'FULL_REVERSE',
    amountFen: null,
    reason,
  });
  expect(made).toContain('"errorcode":0');
  places.push(await said('/admin/organization/correct', 'query', { search: { keyword: '客餐' } }));
  for (const place of places) {
    expect(place).toContain('客餐');
    expect(place).not.toContain('散客');
  }
  expect(places.at(-1)).toContain(reason);
  expect(await said('/admin/organization/correct', 'query', { search: { keyword: '散客' } })).not.toContain(reason);
});
