/** An order's life: placed, changed, taken back, handed out, left standing; its portions and its money all the way. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { refundOrder } from '../refunds/refund-order.ts';
import { turnUnit } from '../settle/order-clock.ts';
import { deskHand, type OrderingBench, orderingBench } from '../testing.ts';
import { cancelOrder } from './cancel-order.ts';
import { changeOrder, type WantedChange } from './change-order.ts';
import { type Order, ordersWhere } from './order-store.ts';
import { liveOrders } from './order-words.ts';
import { undoTaking } from './take-order.ts';

let b: OrderingBench;
let opened: number;
let next = 0;
beforeAll(async () => {
  b = await orderingBench();
  opened = b.app.clock.now();
}, 240_000);
afterAll(() => b?.app.stop());
/** Everybody starts anew: what stands of former orders is taken back, and none of them counts as the meal's one. */
beforeEach(async () => {
  b.app.clock.set(opened);
  next = 0;
  const live = await ordersWhere(b.app.services.pool, b.organizationId, `status = any($2::text[])`, [liveOrders]);
  for (const { id } of live)
    await cancelOrder(b.app.services, b.organizationId, id, { by: deskHand, reason: '重新开始', late: true });
  await b.app.services.pool.query('update meal_order set once = false where organization_id = $1', [b.organizationId]);
});

const codeOf = (answer: unknown) => (isRefusal(answer) ? answer.code : 'ok');
/** Somebody with this much and nothing else. */
async function diner(fen = 5_000): Promise<number> {
  const { id } = b.diners[next++]!;
  await b.drain(id);
  if (fen > 0) await b.pay(id, fen);
  return id;
}
const turn = () => turnUnit(b.app.services, b.organizationId);
const item = (set: string, at = 0) =>
  b.app.services.pool.query(`update food_menu_item set ${set} where organization_id = $1 and id = $2`, [
    b.organizationId,
    b.dishes[at]!.id,
  ]);
const change = (order: Order, wants: Partial<WantedChange>) =>
  changeOrder(
    b.app.services,
    order.id,
    { lines: [], portions: 1, pickup: 'DINE_IN', addressId: null, remark: '', ...wants },
    { organizationId: b.organizationId, by: deskHand, source: 'DINER', requestKey: null, lateReason: '' },
  );
const line = (at: number, qty = 1) => ({ menuItemId: b.dishes[at]!.id, qty });
const price = (at: number) => b.dishes[at]!.priceFen;
const beat = () =>
  b.app.services.pool.query(
    `update device_beat set last_beat_at = to_timestamp($1::float8 / 1000), offline_count = 0`,
    [b.app.clock.now()],
  );

describe('placing', () => {
  test('sets the price of the menu aside and gives six digits; nothing is spent', async () => {
    const id = await diner();
    const order = await b.placed(id, { lines: [line(0, 2), line(1)] });
    expect(order).toMatchObject({ status: 'PAID', amountFen: 2 * price(0) + price(1), portions: 3 });
    expect(order.pickupCode).toMatch(/^\d{6}$/);
    expect(await b.held(id)).toBe(order.amountFen);
    expect(await b.balance(id)).toMatchObject({ MAIN: 5_000 });
  });

  test('the same key is the same order; another meal under it is refused', async () => {
    const id = await diner();
    const [one, two] = await Promise.all([1, 2].map(() => b.order(b.wanted(id), { requestKey: 'form-1' })));
    expect([codeOf(one), codeOf(two)]).toEqual(['ok', 'ok']);
    expect((one as Order).id).toBe((two as Order).id);
    expect(await b.held(id)).toBe((one as Order).amountFen);
    expect(codeOf(await b.order(b.wanted(await diner()), { requestKey: 'form-1' }))).toBe('ORDER_KEY_USED');
  });

  test('once per meal, whoever is quicker; taken back it may be ordered again', async () => {
    const id = await diner();
    const both = await Promise.all([b.order(b.wanted(id)), b.order(b.wanted(id))]);
    expect(both.map(codeOf).sort()).toEqual(['ORDERED_BEFORE', 'ok']);
    const order = both.find((one) => !isRefusal(one)) as Order;
    expect(await b.cancel(order)).toBeUndefined();
    expect(codeOf(await b.order(b.wanted(id)))).toBe('ok');
  });

  test('without money there is no order, its portions and its key are free again', async () => {
    const id = await diner(1);
    const no = await b.order(b.wanted(id), { requestKey: 'form-2' });
    expect(codeOf(no)).toBe('INSUFFICIENT_BALANCE');
    expect(await b.held(id)).toBe(0);
    await b.pay(id, 5_000);
    expect(codeOf(await b.order(b.wanted(id), { requestKey: 'form-2' }))).toBe('ok');
  });

  test('refused: too late without the right for it, too many, no such dish, not delivered anywhere', async () => {
    const id = await diner();
    expect(codeOf(await b.order(b.wanted(id, { lines: [line(0, 11)] })))).toBe('ORDER_TOO_MANY');
    expect(codeOf(await b.order(b.wanted(id, { lines: [{ menuItemId: 1, qty: 1 }] })))).toBe('DISH_NOT_OFFERED');
    expect(codeOf(await b.order(b.wanted(id, { pickup: 'DELIVERY' })))).toBe('ADDRESS_NEEDED');
    expect(codeOf(await b.order(b.wanted(id, { pickup: 'LOCKER' })))).toBe('PICKUP_WAY');
    b.atNoon();
    const late = (await b.order(b.wanted(id))) as Refusal;
    expect(late).toMatchObject({ code: 'ORDER_CLOSED', params: { closed: expect.stringMatching(/18:00$/) } });
    expect(codeOf(await b.order(b.wanted(id), { lateReason: '临时接待' }))).toBe('ok');
  });
});

describe('a dish with a limit', () => {
  test('is never sold twice, however many want the last of it at once', async () => {
    await item('order_limit = 5', 2);
    const people = await Promise.all(Array.from({ length: 16 }, () => diner(3_000)));
    const answers = await Promise.all(people.map((id) => b.order(b.wanted(id, { lines: [line(2)] }))));
    expect(answers.filter((one) => !isRefusal(one))).toHaveLength(5);
    const no = answers.find(isRefusal)!;
    expect(no).toMatchObject({ code: 'DISH_SOLD_OUT', params: { left: 0 } });
    await b.cancel(answers.find((one) => !isRefusal(one)) as Order);
    expect(codeOf(await b.order(b.wanted(await diner(), { lines: [line(2)] })))).toBe('ok');
    expect(codeOf(await b.order(b.wanted(await diner(), { lines: [line(2)] })))).toBe('DISH_SOLD_OUT');
    await item('order_limit = null', 2);
  });

  test('what was never paid for gives its portions back after a minute', async () => {
    await item('order_limit = 1', 3);
    const id = await diner();
    const order = await b.placed(id, { lines: [line(3)] });
    await b.app.services.pool.query(`update meal_order set status = 'UNPAID' where id = $1`, [order.id]);
    const other = await diner();
    expect(codeOf(await b.order(b.wanted(other, { lines: [line(3)] })))).toBe('DISH_SOLD_OUT');
    b.app.clock.set(opened + 61_000);
    await turn();
    expect(await b.read(order)).toMatchObject({ status: 'EXPIRED' });
    expect(codeOf(await b.order(b.wanted(other, { lines: [line(3)] })))).toBe('ok');
    await item('order_limit = null', 3);
    // The money of the order that was torn apart here goes back, so that the books agree.
    await b.app.services.wallet.submit({
      kind: 'HOLD_VOID',
      organizationId: b.organizationId,
      requestKey: 'test:void',
      personId: id,
      occurredAt: opened,
      holdId: order.holdId!,
    });
  });
});

describe('changing', () => {
  test('sets the new sum aside in the place of the old; dishes it had keep their price', async () => {
    const id = await diner();
    const order = await b.placed(id);
    await item('price_fen = price_fen + 100');
    const changed = (await change(order, { lines: [line(0), line(1, 2)] })) as Order;
    expect(changed).toMatchObject({ status: 'PAID', amountFen: price(0) + 2 * price(1), portions: 3, revision: 2 });
    expect(await b.held(id)).toBe(changed.amountFen);
    await item('price_fen = price_fen - 100');
  });

  test('refused for money or portions it stays as it was', async () => {
    const id = await diner(price(0) + 10);
    const order = await b.placed(id);
    expect(codeOf(await change(order, { lines: [line(0, 9)] }))).toBe('INSUFFICIENT_BALANCE');
    await item('order_limit = 0', 4);
    expect(codeOf(await change(order, { lines: [line(4)] }))).toBe('DISH_SOLD_OUT');
    await item('order_limit = null', 4);
    expect(await b.read(order)).toMatchObject({ status: 'PAID', amountFen: order.amountFen });
    expect(await b.held(id)).toBe(order.amountFen);
    expect(codeOf(await change(order, { lines: [line(0)] }))).toBe('ok');
  });

  test('after the cut-off neither changed nor taken back by the diner', async () => {
    const order = await b.placed(await diner());
    b.atNoon();
    expect(codeOf(await change(order, { lines: [line(1)] }))).toBe('ORDER_CLOSED');
    expect(codeOf(await b.cancel(order))).toBe('ORDER_CLOSED');
  });
});

describe('handing out', () => {
  test('takes the money in the dining meal, once; a second terminal hears when', async () => {
    const id = await diner();
    const order = await b.placed(id);
    expect(codeOf(await b.take(order))).toBe('ORDER_TOO_EARLY');
    b.atNoon();
    expect(codeOf(await b.take(order, { restaurantId: 1 }))).toBe('ORDER_NOT_HERE');
    const both = await Promise.all([
      b.take(order, { requestKey: 'd:1:1:1' }),
      b.take(order, { requestKey: 'd:2:1:1' }),
    ]);
    expect(both.map(codeOf).sort()).toEqual(['ORDER_COLLECTED', 'ok']);
    expect(await b.held(id)).toBe(0);
    expect(await b.balance(id)).toMatchObject({ MAIN: 5_000 - order.amountFen });
    const { rows } = await b.app.services.pool.query<{ mode: string; attendance: string; date: string; heads: number }>(
      `select mode, attendance, occurred_date as date, heads from trade where organization_id = $1 and person_id = $2
         and mode = 'ORDER'`,
      [b.organizationId, id],
    );
    expect(rows).toEqual([{ mode: 'ORDER', attendance: 'ORDERED_EATEN', date: b.day, heads: 1 }]);
  });

  test('by mistake it is undone and the money set aside again; refunded it goes back whole', async () => {
    const id = await diner();
    const order = await b.placed(id);
    b.atNoon();
    await b.take(order);
    const doing = { by: deskHand, reason: '点错人' };
    expect(await undoTaking(b.app.services, b.organizationId, order.id, doing)).toBeUndefined();
    expect(await b.read(order)).toMatchObject({ status: 'READY', bookedFen: 0 });
    expect(await b.held(id)).toBe(order.amountFen);
    expect(codeOf(await b.take(order))).toBe('ok');
    expect(await refundOrder(b.app.services, b.organizationId, order.id, doing)).toBeUndefined();
    expect(await b.read(order)).toMatchObject({ status: 'REFUNDED', bookedFen: 0 });
    expect(await b.balance(id)).toMatchObject({ MAIN: 5_000 });
    expect(codeOf(await refundOrder(b.app.services, b.organizationId, order.id, doing))).toBe('ORDER_STATE');
  });
});

describe('left standing', () => {
  test('waits for the terminals, then costs its share with a reason and no diner; what comes late turns it round', async () => {
    const id = await diner();
    const order = await b.placed(id, { lines: [line(0, 3)] });
    b.afterLunch(70);
    await b.app.services.pool.query(
      `update device_beat set last_beat_at = to_timestamp($1::float8 / 1000), offline_count = 1`,
      [b.app.clock.now()],
    );
    await turn();
    expect(await b.read(order)).toMatchObject({ status: 'READY' });
    await beat();
    await turn();
    const half = Math.floor(order.amountFen / 2);
    expect(await b.read(order)).toMatchObject({
      status: 'NO_SHOW',
      bookedFen: half,
      note: expect.stringContaining('扣 50%'),
    });
    expect(await b.balance(id)).toMatchObject({ MAIN: 5_000 - half });
    await turn();
    expect(await b.balance(id)).toMatchObject({ MAIN: 5_000 - half });
    const late = { occurredAt: Date.parse(`${b.day}T12:00:00+08:00`), offline: true } as const;
    expect(codeOf(await b.take(order, late))).toBe('ok');
    expect(await b.read(order)).toMatchObject({ status: 'EATEN', bookedFen: order.amountFen });
    expect(await b.balance(id)).toMatchObject({ MAIN: 5_000 - order.amountFen });
  });
});

describe('what the kitchen stops', () => {
  test('a stopped dish goes back and the rest stays; an order of nothing else is taken back', async () => {
    const [id, only] = [await diner(), await diner()];
    const mixed = await b.placed(id, { lines: [line(0), line(1)] });
    const whole = await b.placed(only, { lines: [line(1)] });
    await item(`status = 'STOPPED'`, 1);
    await turn();
    expect(await b.read(mixed)).toMatchObject({ status: 'PAID', amountFen: price(0) });
    expect(await b.held(id)).toBe(price(0));
    expect(await b.read(whole)).toMatchObject({ status: 'CANCELLED', note: expect.stringContaining('停售') });
    expect(await b.held(only)).toBe(0);
    await item(`status = 'ON'`, 1);
  });

  test('who publishes a menu after its orders are closed is told the instant', async () => {
    const { rows } = await b.app.services.pool.query<{ id: number }>(
      `select id from food_menu where organization_id = $1 and restaurant_id = $2 and menu_date = $3 and meal_period_id = $4`,
      [b.organizationId, b.restaurantId, b.day, b.lunchId],
    );
    const told = async () => {
      const seen = await b.school<{ findings: { code: string; text: string }[] }>('food_menu_v2', 'look', {
        ids: rows.map(({ id }) => id),
      });
      return seen.data.findings.filter(({ code }) => code === 'CUT_OFF').map(({ text }) => text);
    };
    expect(await told()).toEqual([]);
    const before = addDays(b.day, -1);
    b.app.clock.set(Date.parse(`${before}T18:00:00+08:00`));
    expect(await told()).toEqual([`订餐已于 ${before.slice(5)} 18:00 截止，发布后没有人能再订`]);
  });

  test('a withdrawn menu gives every order back', async () => {
    const id = await diner();
    const order = await b.placed(id);
    const menu = `update food_menu set status = $3 where organization_id = $1 and menu_date = $2`;
    await b.app.services.pool.query(menu, [b.organizationId, b.day, 'WITHDRAWN']);
    await turn();
    await b.app.services.pool.query(menu, [b.organizationId, b.day, 'PUBLISHED']);
    expect(await b.read(order)).toMatchObject({ status: 'CANCELLED', note: expect.stringContaining('撤回') });
    expect(await b.held(id)).toBe(0);
  });
});

test('orders are taken back by the house at any time, and money set aside is exactly that of live orders', async () => {
  const order = await b.placed(await diner());
  b.atNoon();
  const house = { by: deskHand, reason: '停餐', late: true };
  expect(await cancelOrder(b.app.services, b.organizationId, order.id, house)).toBeUndefined();
  const { rows } = await b.app.services.pool.query<{ orders: number; holds: number }>(
    `select (select coalesce(sum(amount_fen), 0)::bigint from meal_order where organization_id = $1 and hold_id is not null
         and status in ('PAID', 'ACCEPTED', 'COOKING', 'READY', 'DELIVERING')) as orders,
       (select coalesce(sum(amount_fen), 0)::bigint from hold where organization_id = $1 and source_type = 'meal_order'
         and status = 'ACTIVE') as holds`,
    [b.organizationId],
  );
  expect(rows[0]!.holds).toBe(rows[0]!.orders);
  expect(await b.breaks()).toEqual([]);
});

test.each([
  ['M1', 'amount_fen = amount_fen + 1', 'amount_fen = amount_fen - 1', 'hold_id is not null'],
  ['M2', 'fee_fen = fee_fen + 1', 'fee_fen = fee_fen - 1', "status = 'EATEN'"],
  ['M3', 'portions = portions + 1', 'portions = portions - 1', "status <> 'EXPIRED'"],
])(
  'the proof of the ledger finds an order that was changed past its money or lines: %s',
  async (rule, change, back, which) => {
    const order = await b.placed(await diner());
    const { pool } = b.app.services;
    const { rows } = await pool.query<{ id: number }>(
      `update meal_order set ${change} where organization_id = $1 and id = (select id from meal_order
       where organization_id = $1 and status not in ('UNPAID', 'EXPIRED') and ${which}
         and (id = $2 or ${rule !== 'M1'}) order by id limit 1) returning id`,
      [b.organizationId, order.id],
    );
    const found = (await b.breaks()) as { rule: string; subject: string }[];
    await pool.query(`update meal_order set ${back} where organization_id = $1 and id = $2`, [
      b.organizationId,
      rows[0]!.id,
    ]);
    expect(found.map((one) => one.rule)).toContain(rule);
    expect(found.every((one) => one.subject.startsWith('订单 '))).toBe(true);
    expect(await b.breaks()).toEqual([]);
  },
);
