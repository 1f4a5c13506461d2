/** What ordering refuses that no other test meets. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import { rateDish } from '../../menu/public.server.ts';
import { deskHand, type OrderingBench, orderingBench } from '../testing.ts';
import { changeOrder } from './change-order.ts';
import type { Order } from './order-store.ts';

let b: OrderingBench;
beforeAll(async () => {
  b = await orderingBench({ allergy: 'REFUSE' });
}, 240_000);
afterAll(() => b?.app.stop());

const codeOf = (answer: unknown) => (isRefusal(answer) ? answer.code : 'ok');
const item = (set: string, at = 0) =>
  b.app.services.pool.query(`update food_menu_item set ${set} where organization_id = $1 and id = $2`, [
    b.organizationId,
    b.dishes[at]!.id,
  ]);

test('a meal nobody orders there, a day that is not open yet, more of a dish than one may have', async () => {
  const { id } = b.diners[0]!;
  await b.pay(id, 50_000);
  expect(codeOf(await b.order(b.wanted(id, { mealPeriodId: 1 })))).toBe('MEAL_NOT_ORDERED');
  expect(codeOf(await b.order(b.wanted(id, { diningDate: addDays(b.today, 45) })))).toBe('ORDER_NOT_OPEN');
  await item('limit_per_person = 1, order_limit = null');
  expect(codeOf(await b.order(b.wanted(id, { lines: [{ menuItemId: b.dishes[0]!.id, qty: 2 }] })))).toBe(
    'DISH_PER_PERSON',
  );
  await item('limit_per_person = null');
});

test('what somebody is allergic to is not ordered for him where the rule says so', async () => {
  const { id } = b.diners[1]!;
  await b.pay(id, 50_000);
  const { pool } = b.app.services;
  const known = await pool.query<{ allergens: string[] }>(
    `select allergens from person where organization_id = $1 and id = $2`,
    [b.organizationId, id],
  );
  await pool.query(`update person set allergens = '{NUT}' where organization_id = $1 and id = $2`, [
    b.organizationId,
    id,
  ]);
  await item(`allergens = '{NUT}'`);
  expect(codeOf(await b.order(b.wanted(id)))).toBe('ORDER_ALLERGY');
  await item(`allergens = '{}'`);
  await pool.query(`update person set allergens = $3 where organization_id = $1 and id = $2`, [
    b.organizationId,
    id,
    known.rows[0]!.allergens,
  ]);
});

test('a child under fourteen orders nothing he is allergic to, whatever the rule says', async () => {
  const { id } = b.diners[4]!;
  await b.pay(id, 50_000);
  const { pool } = b.app.services;
  const person = (set: string, ...values: unknown[]) =>
    pool.query(`update person set ${set} where organization_id = $1 and id = $2`, [b.organizationId, id, ...values]);
  const rule = (allergy: string) =>
    pool.query('update ordering_rule set allergy = $3 where organization_id = $1 and id = $2', [
      b.organizationId,
      b.ruleId,
      allergy,
    ]);
  await rule('NONE');
  await item(`allergens = '{NUT}'`);
  await person(`allergens = '{NUT}', birthday = $3::date - interval '14 years' + interval '1 day'`, b.day);
  const answer = await b.order(b.wanted(id));
  expect(isRefusal(answer) && refusalMessage(answer)).toContain('未满 14 周岁');
  await person(`birthday = $3::date - interval '14 years'`, b.day);
  const order = await b.order(b.wanted(id));
  expect(codeOf(order)).toBe('ok');
  // What he has already ordered may go elsewhere; there is no more of it.
  await person(`birthday = $3::date - interval '12 years'`, b.day);
  const change = (qty: number) =>
    changeOrder(
      b.app.services,
      (order as Order).id,
      { lines: [{ menuItemId: b.dishes[0]!.id, qty }], portions: qty, pickup: 'PICKUP', addressId: null },
      { organizationId: b.organizationId, by: deskHand, source: 'STAFF', requestKey: null, lateReason: '' },
    );
  await pool.query(`update ordering_rule set pickups = '{DINE_IN,PICKUP}' where organization_id = $1 and id = $2`, [
    b.organizationId,
    b.ruleId,
  ]);
  expect(codeOf(await change(2))).toBe('ORDER_ALLERGY');
  const moved = await change(1);
  expect(codeOf(moved)).toBe('ok');
  expect(moved).toMatchObject({ pickup: 'PICKUP', allergyNote: expect.stringContaining('过敏') });
  await item(`allergens = '{}'`);
  await rule('REFUSE');
});

test('an order somebody is paying for right now is left alone; nobody gives money back to himself', async () => {
  const { id } = b.diners[2]!;
  await b.pay(id, 50_000);
  const order = await b.placed(id);
  const { pool, clock } = b.app.services;
  const changing = (at: string | null) =>
    pool.query('update meal_order set changing_at = $3 where organization_id = $1 and id = $2', [
      b.organizationId,
      order.id,
      at,
    ]);
  await changing(isoAt(clock.now()));
  expect(codeOf(await b.cancel(order))).toBe('ORDER_CHANGING');
  await changing(null);
  b.atNoon();
  expect(codeOf(await b.take(order))).toBe('ok');
  await pool.query(
    `update person p set phone = a.phone from account a where p.organization_id = $1 and p.id = $2 and a.login_name = 'school'`,
    [b.organizationId, id],
  );
  const token = await b.app.login('school');
  const answer = await b.app.post(
    '/admin/organization/order_food_detail',
    'refund',
    { id: order.id, reason: '自己的', witness: { account: 'finance', password: 'onecard-demo' } },
    token,
  );
  expect(answer.body).toMatchObject({ errorcode: 3123 });
});

test('a meal that is reported is not ordered as well', async () => {
  const token = await b.app.login('school');
  const call = (page: string, verb: string, body: object) =>
    b.app
      .post(`/admin/organization/${page}`, verb, body, token)
      .then(({ body: told }) => told as { errorcode: number });
  const { rows } = await b.app.services.pool.query<{ id: number }>(
    'select id from ordering_rule where organization_id = $1 and id = $2',
    [b.organizationId, b.ruleId],
  );
  expect((await call('ordering_mode', 'disable', { id: rows[0]!.id })).errorcode).toBe(0);
  const made = await call('report_meal_mode', 'create', {
    name: '午餐报餐（全体）',
    mode: 'OPT_IN',
    mealPeriodIds: [b.lunchId],
    typeIds: [],
    dayKinds: ['WORKDAY'],
    restaurantId: b.restaurantId,
    maxPortions: 1,
    onMiss: 'NONE',
  });
  expect(made.errorcode).toBe(0);
  expect((await call('ordering_mode', 'enable', { id: rows[0]!.id })).errorcode).toBe(3122);
});

test('a meal that is ordered is not reported as well, whichever rule came first and from whatever day', async () => {
  const token = await b.app.login('school');
  const call = (page: string, verb: string, body: object) =>
    b.app
      .post(`/admin/organization/${page}`, verb, body, token)
      .then(({ body: told }) => told as { errorcode: number; errormsg: string; data: { id: number }; fields?: object });
  // Either may be disabled already.
  await call('ordering_mode', 'disable', { id: b.ruleId });
  const listed = await call('report_meal_mode', 'query', {});
  for (const { id } of (listed.data as unknown as { rows: { id: number }[] }).rows)
    await call('report_meal_mode', 'disable', { id });
  const report = {
    name: '午餐报餐（后来）',
    mode: 'OPT_IN',
    mealPeriodIds: [b.lunchId],
    typeIds: [],
    dayKinds: ['WORKDAY'],
    restaurantId: b.restaurantId,
    maxPortions: 1,
    onMiss: 'NONE',
  };
  const earlier = await call('report_meal_mode', 'create', { ...report, name: '午餐报餐（先前）' });
  expect(earlier.errorcode).toBe(0);
  expect(await call('report_meal_mode', 'disable', { id: earlier.data.id })).toMatchObject({ errorcode: 0 });
  // Planned before it is ordered: it is spoken for already.
  const planned = await call('report_meal_mode', 'create', { ...report, effectiveFrom: addDays(b.today, 20) });
  expect(planned.errorcode).toBe(0);
  expect(await call('ordering_mode', 'enable', { id: b.ruleId })).toMatchObject({ errorcode: 3122 });
  await b.app.services.pool.query(
    `update row_version set state = 'WITHDRAWN' where organization_id = $1 and state = 'PLANNED'`,
    [b.organizationId],
  );
  expect(await call('ordering_mode', 'enable', { id: b.ruleId })).toMatchObject({ errorcode: 0 });
  const isOrdered = {
    errorcode: 2781,
    errormsg: expect.stringContaining('已由订餐规则「午餐点菜」规定'),
    fields: { mealPeriodIds: expect.stringContaining('午餐点菜') },
  };
  expect(await call('report_meal_mode', 'create', { ...report, name: '午餐报餐（另一条）' })).toMatchObject(isOrdered);
  expect(await call('report_meal_mode', 'enable', { id: earlier.data.id })).toMatchObject({ errorcode: 2781 });
});

test('a dish is rated from its meal on, by a diner once', async () => {
  const { pool, ids, clock } = b.app.services;
  const diner = { organizationId: b.organizationId, personId: b.diners[3]!.id };
  const rate = () => rateDish(pool, { ids, clock }, diner, { menuItemId: b.dishes[1]!.id, score: 5, tags: [] });
  b.app.clock.set(Date.parse(`${addDays(b.day, -1)}T12:00:00+08:00`));
  expect(codeOf(await rate())).toBe('NOT_TO_RATE');
  b.atNoon();
  expect(codeOf(await rate())).toBe('ok');
  expect(codeOf(await rate())).toBe('RATED_BEFORE');
});
