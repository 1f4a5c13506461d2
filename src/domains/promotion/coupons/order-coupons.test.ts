/** Coupons at orders: used with the order, back whenever it is taken back, borne by its trade; orders, holds and trades agree all the way. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isoAt } from '../../../kit/server/clock.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { turnUnit } from '../../ordering/public.server.ts';
import {
  changeOrder,
  deskHand,
  dropLines,
  type Order,
  type OrderingBench,
  orderingBench,
  readOrder,
  refundLines,
  undoTaking,
} from '../../ordering/testing.ts';
import { checkInvariants } from '../../wallet/testing.ts';
import { undoUses } from '../offers/undo-uses.ts';

const page = '/admin/contractor/activity';
const faceFen = 300;
let b: OrderingBench;
let opened: number;
let caterer: string;
let activityId: number;
/** Diners who have a coupon each. */
let lucky: number[];
let next = 0;

const doing = { by: deskHand, reason: '不要了', lateReason: '' };
const line = (at: number, qty = 1) => ({ menuItemId: b.dishes[at]!.id, qty });
const price = (at: number) => b.dishes[at]!.priceFen;
const now = async (order: Order) => (await readOrder(b.app.services.pool, b.organizationId, order.id))!;
const breaks = () => checkInvariants(b.app.services.pool, b.organizationId, b.app.services.ledgerRules);

async function call(verb: string, body: object) {
  const { body: answer } = await b.app.post(page, verb, body, caterer);
  expect([verb, answer.errormsg]).toEqual([verb, '']);
  return answer.data as { id: number };
}

/** Somebody with a coupon and money. */
async function diner(fen = 20_000): Promise<number> {
  const id = lucky[next++]!;
  await b.drain(id);
  await b.pay(id, fen);
  return id;
}

/** A diner's coupon and what it is used for. */
async function couponOf(personId: number) {
  const { rows } = await b.app.services.pool.query<{ status: string; uses: number; fen: number; trade: number | null }>(
    `select c.status, count(u.id)::int as uses, coalesce(sum(u.fen), 0)::bigint as fen, max(u.trade_id) as trade from activity_coupon c
     left join activity_use u on u.organization_id = c.organization_id and u.coupon_id = c.id and u.status = 'GIVEN'
     where c.activity_id = $1 and c.person_id = $2 group by c.status`,
    [activityId, personId],
  );
  return rows[0]!;
}
const unused = { status: 'ISSUED', uses: 0, fen: 0, trade: null };
const used = (fen: number, trade: number | null = null) => ({ status: 'USED', uses: 1, fen, trade });
const change = (order: Order, wants: object) =>
  changeOrder(
    b.app.services,
    order.id,
    { lines: [], portions: 1, pickup: 'DINE_IN', addressId: null, remark: '', ...wants },
    { organizationId: b.organizationId, source: 'DINER', requestKey: null, ...doing },
  );

beforeAll(async () => {
  b = await orderingBench();
  opened = b.app.clock.now();
  // The dearest first.
  b.dishes.sort((x, y) => y.priceFen - x.priceFen || x.id - y.id);
  const { pool } = b.app.services;
  const { rows } = await pool.query<{ login: 'contractor' }>(
    `select (select x.login_name from employee e join account x on x.id = e.account_id
       where e.unit_type = 'CONTRACTOR' and e.unit_id = c.contractor_id order by e.id limit 1) as login
     from contract_restaurant c where c.organization_id = $1 and c.restaurant_id = $2 and $3::date between c.from_date and c.to_date`,
    [b.organizationId, b.restaurantId, b.today],
  );
  caterer = await b.app.login(rows[0]!.login);
  const { id } = await call('create', {
    name: '订餐券',
    kind: 'COUPON',
    faceFen,
    leastFen: 500,
    couponDays: 30,
    organizationIds: [b.organizationId],
    bearer: 'CONTRACTOR',
    budgetFen: 1_000_000,
    startAt: isoAt(opened - 1_000),
    endAt: isoAt(opened + 20 * 86_400_000),
  });
  activityId = id;
  await call('start', { id });
  await call('issue', { id, organizationId: b.organizationId, audience: 'EATING' });
  const { rows: sent } = await pool.query<{ id: number }>(
    'select person_id as id from activity_coupon where activity_id = $1',
    [id],
  );
  lucky = b.diners.map((one) => one.id).filter((one) => sent.some((row) => row.id === one));
  expect(lucky.length).toBeGreaterThan(12);
  // Of other activities of the demo nobody has one.
  await pool.query(`update activity_coupon set status = 'EXPIRED' where activity_id <> $1 and status = 'ISSUED'`, [id]);
}, 240_000);
afterAll(() => b?.app.stop());
beforeEach(() => b.app.clock.set(opened));

test('an order costs its price less the coupon, which is back as soon as it is taken back', async () => {
  const id = await diner();
  const order = await b.placed(id, { lines: [line(0), line(1, 2)] });
  const full = price(0) + 2 * price(1);
  expect(order).toMatchObject({ amountFen: full - faceFen, couponFen: faceFen });
  expect(await b.held(id)).toBe(full - faceFen);
  expect(await couponOf(id)).toEqual(used(faceFen));
  expect(await b.cancel(order)).toBeUndefined();
  expect(await couponOf(id)).toEqual(unused);
  expect(await b.held(id)).toBe(0);
  expect(await breaks()).toEqual([]);
});

test('one who cannot pay keeps the coupon; one coupon is never on two orders', async () => {
  const poor = await diner(100);
  expect(isRefusal(await b.order(b.wanted(poor)))).toBe(true);
  expect(await couponOf(poor)).toEqual(unused);
  const id = await diner();
  await b.app.services.pool.query(`update ordering_rule set once_per_meal = false where id = $1`, [b.ruleId]);
  const both = await Promise.all([b.order(b.wanted(id)), b.order(b.wanted(id))]);
  expect(both.map((one) => (isRefusal(one) ? one.code : one.couponFen)).toSorted()).toEqual([0, faceFen]);
  await b.app.services.pool.query(`update ordering_rule set once_per_meal = true where id = $1`, [b.ruleId]);
});

test('what is handed out is a trade of what was paid; undone it stands with its coupon, refunded the coupon is back', async () => {
  const id = await diner();
  const order = await b.placed(id);
  b.atNoon();
  expect(await b.take(order)).toMatchObject({ status: 'EATEN', bookedFen: price(0) - faceFen });
  expect(await couponOf(id)).toEqual(used(faceFen, (await now(order)).postingId));
  expect(await undoTaking(b.app.services, b.organizationId, order.id, doing)).toBeUndefined();
  await undoUses(b.app.services);
  expect(await couponOf(id)).toEqual(used(faceFen));
  expect(await b.take(order)).toMatchObject({ bookedFen: price(0) - faceFen });
  expect(await b.refund(await now(order))).toBeUndefined();
  expect(await couponOf(id)).toEqual(unused);
  expect(await breaks()).toEqual([]);
});

test('a change below the least amount gives the coupon back; what the kitchen takes away does not', async () => {
  const id = await diner();
  const order = await b.placed(id, { lines: [line(0), line(1)] });
  const lighter = await dropLines(b.app.services, b.organizationId, order.id, [b.dishes[1]!.id], {
    organizationId: b.organizationId,
    ...doing,
  });
  expect(lighter).toMatchObject({ amountFen: price(0) - faceFen, couponFen: faceFen });
  await b.app.services.pool.query(
    'update activity_coupon set least_fen = 100000 where activity_id = $1 and person_id = $2',
    [activityId, id],
  );
  expect(await change(order, { lines: [line(1)] })).toMatchObject({ couponFen: 0 });
  expect(await couponOf(id)).toEqual(unused);
  expect(await breaks()).toEqual([]);
});

test('left standing and not charged in full the coupon is back; eaten after all it is used again, or gone and the price is full', async () => {
  const [kept, lost] = [await diner(), await diner()];
  const orders = [await b.placed(kept), await b.placed(lost)];
  b.afterLunch(180);
  await b.app.services.pool.query(
    `update device_beat set last_beat_at = to_timestamp($1::float8 / 1000), offline_count = 0`,
    [b.app.clock.now()],
  );
  await turnUnit(b.app.services, b.organizationId);
  expect(await now(orders[0]!)).toMatchObject({ status: 'NO_SHOW' });
  expect(await couponOf(kept)).toEqual(unused);
  await b.app.services.pool.query(
    `update activity_coupon set status = 'EXPIRED' where activity_id = $1 and person_id = $2`,
    [activityId, lost],
  );
  expect(await b.take(orders[0]!)).toMatchObject({ status: 'EATEN', bookedFen: price(0) - faceFen });
  expect(await couponOf(kept)).toMatchObject({ status: 'USED', uses: 1 });
  expect(await b.take(orders[1]!)).toMatchObject({ status: 'EATEN', bookedFen: price(0), couponFen: 0 });
  expect(await breaks()).toEqual([]);
});

test('whatever is done to orders in whatever order, M1–M3 hold and a coupon is used exactly while its order stands', async () => {
  const step = fc.constantFrom('add', 'less', 'drop', 'take', 'undo', 'dish', 'refund', 'cancel');
  const { services } = b.app;
  const { organizationId } = b;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      b.app.clock.set(opened);
      const id = lucky[5 + (next++ % (lucky.length - 6))]!;
      await services.pool.query(`update meal_order set once = false where organization_id = $1`, [organizationId]);
      await services.pool.query(
        `update activity_coupon set status = 'ISSUED', used_at = null where activity_id = $1 and person_id = $2`,
        [activityId, id],
      );
      await services.pool.query(
        `update activity_use set status = 'RETURNED', returned_fen = fen where activity_id = $1 and person_id = $2 and status = 'GIVEN'`,
        [activityId, id],
      );
      await b.pay(id, 20_000);
      const order = await b.placed(id, { lines: [line(0, 2), line(1)] });
      for (const what of steps) {
        const current = await now(order);
        if (what === 'add') await change(order, { lines: [line(0, 3), line(1)] });
        if (what === 'less') await change(order, { lines: [line(1)] });
        if (what === 'drop')
          await dropLines(services, organizationId, order.id, [b.dishes[1]!.id], { organizationId, ...doing });
        if (what === 'take') {
          b.atNoon();
          await b.take(current);
        }
        if (what === 'undo') await undoTaking(services, organizationId, order.id, doing);
        if (what === 'dish') {
          const { rows } = await services.pool.query<{ id: number }>(
            'select id from meal_order_item where organization_id = $1 and order_id = $2 and revision = $3 order by id limit 1',
            [organizationId, order.id, current.revision],
          );
          await refundLines(services, organizationId, order.id, new Map([[rows[0]!.id, 1]]), doing);
        }
        if (what === 'refund') await b.refund(current);
        if (what === 'cancel') await b.cancel(current);
      }
      await undoUses(services);
      const stands = await now(order);
      const over = ['CANCELLED', 'REFUNDED'].includes(stands.status);
      const coupon = await couponOf(id);
      if (over || stands.couponFen === 0) expect(coupon).toMatchObject({ status: 'ISSUED', uses: 0 });
      else expect(coupon).toMatchObject({ status: 'USED', uses: 1, fen: stands.couponFen, trade: stands.postingId });
      expect(await breaks()).toEqual([]);
    }),
    { numRuns: 25 },
  );
  const { rows } = await services.pool.query<{ reserved: number; faces: number }>(
    `select a.reserved_fen as reserved, (select sum(face_fen)::bigint from activity_coupon c where c.activity_id = a.id) as faces
     from activity a where a.id = $1`,
    [activityId],
  );
  expect(rows[0]!.reserved).toBe(rows[0]!.faces);
});
