/** Orders paid by meals of the COUNT purse, dishes given back after they were eaten, and the identities over any sequence of both. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { checkInvariants } from '../../wallet/testing.ts';
import { refundLines } from '../refunds/refund-lines.ts';
import { deskHand, type OrderingBench, orderingBench } from '../testing.ts';
import { type Order, readOrder } from './order-store.ts';
import { undoTaking } from './take-order.ts';

let b: OrderingBench;
let opened: number;
let next = 0;
beforeAll(async () => {
  b = await orderingBench();
  opened = b.app.clock.now();
}, 240_000);
afterAll(() => b?.app.stop());
beforeEach(() => {
  b.app.clock.set(opened);
});

const codeOf = (answer: unknown) => (isRefusal(answer) ? answer.code : 'ok');
async function diner(fen: number, meals = 0): Promise<number> {
  const { id } = b.diners[next++]!;
  await b.drain(id);
  if (fen > 0) await b.pay(id, fen);
  if (meals > 0)
    await b.app.services.wallet.submit({
      kind: 'SUBSIDY_GRANT',
      organizationId: b.organizationId,
      requestKey: `meals:${id}`,
      personId: id,
      occurredAt: b.app.clock.now(),
      amountFen: meals,
      purse: 'COUNT',
    });
  return id;
}
const countsOf = async (id: number) => (await b.balance(id)).COUNT ?? 0;
const linesOf = async (order: Order) => {
  const { rows } = await b.app.services.pool.query<{ id: number; fen: number; qty: number; back: number }>(
    `select id, price_fen as fen, qty, refunded_qty as back from meal_order_item
     where organization_id = $1 and order_id = $2 order by id`,
    [b.organizationId, order.id],
  );
  return rows;
};
const now = async (order: Order) => (await readOrder(b.app.services.pool, b.organizationId, order.id))!;
const giveBack = (order: Order, ...lines: [id: number, qty: number][]) =>
  refundLines(b.app.services, b.organizationId, order.id, new Map(lines), { by: deskHand, reason: '菜凉了' });
const line = (at: number, qty = 1) => ({ menuItemId: b.dishes[at]!.id, qty });

interface Figures {
  portions: number;
  eatenPortions: number;
  missedPortions: number;
  waitingPortions: number;
  amountFen: number;
  eatenFen: number;
  dishBackFen: number;
  missedFen: number;
  releasedFen: number;
  heldFen: number;
  unheldFen: number;
  usedCounts: number;
}
/** 订餐汇总 of the day, with what its identities say. */
async function summary(): Promise<{ figures: Figures; told: { ok: boolean; text: string } | null }> {
  const token = await b.app.login('school');
  const { body } = await b.app.post(
    '/admin/organization/order_food_summary',
    'query',
    { search: { diningDate: [b.day, b.day] } },
    token,
  );
  const { sums, check } = (body as { data: { sums: Figures; check: { ok: boolean; text: string } | null } }).data;
  return { figures: sums, told: check };
}

test('dishes go back by portions: the money of each, the order stays eaten, its last dish is the whole order', async () => {
  const id = await diner(9_000);
  const order = await b.placed(id, { lines: [line(0, 2), line(1)] });
  b.atNoon();
  expect(codeOf(await giveBack(order, [1, 1]))).toBe('ORDER_STATE');
  await b.take(order);
  const [first, second] = await linesOf(order);
  expect(codeOf(await giveBack(order, [first!.id, 3]))).toBe('ORDER_LINES');
  expect(codeOf(await giveBack(order, [7, 1]))).toBe('NOT_FOUND');
  expect(await giveBack(order, [first!.id, 1])).toBeUndefined();
  expect((await b.balance(id)).MAIN).toBe(9_000 - order.amountFen + first!.fen);
  expect(await now(order)).toMatchObject({
    status: 'EATEN',
    bookedFen: order.amountFen - first!.fen,
    refundedFen: first!.fen,
  });
  const { figures, told } = await summary();
  expect(figures.dishBackFen).toBe(first!.fen);
  expect(told).toMatchObject({ ok: true });
  // Two at once of the same state: one of them is told to look again.
  const both = await Promise.all([giveBack(order, [first!.id, 1]), giveBack(order, [second!.id, 1])]);
  expect(both.map(codeOf).filter((code) => code === 'ok').length).toBeGreaterThanOrEqual(1);
  expect(codeOf(await undoTaking(b.app.services, b.organizationId, order.id, { by: deskHand, reason: '点错' }))).toBe(
    'ORDER_STATE',
  );
  for (const one of await linesOf(order)) if (one.qty > one.back) await giveBack(order, [one.id, one.qty - one.back]);
  expect(await now(order)).toMatchObject({ status: 'REFUNDED', bookedFen: 0 });
  expect((await b.balance(id)).MAIN).toBe(9_000);
  expect(await checkInvariants(b.app.services.pool)).toEqual([]);
});

test('a meal of the count purse is taken when it is handed out, and not more are ordered than there are', async () => {
  await b.school('ordering_mode', 'update', { id: b.ruleId, status: 'DISABLED' });
  const rule = { ...b.rule, name: '计次份餐', mode: 'HEAD_ONLY', priceFen: 900, payTime: 'COUNT', oncePerMeal: false };
  expect(await b.school('ordering_mode', 'create', { ...rule, mode: 'BY_DISH' })).toMatchObject({ errorcode: 1101 });
  const made = await b.school<{ id: number }>('ordering_mode', 'create', rule);
  expect(made.errorcode).toBe(0);
  const id = await diner(0, 3);
  const asked = { personIds: [id], restaurantId: b.restaurantId, diningDate: b.day, mealPeriodId: b.lunchId };
  const form = { ...asked, pickup: 'DINE_IN', setCount: 1 };
  expect((await b.school<{ rows: object[] }>('order_food_detail', 'preview', form)).data.rows).toMatchObject([
    { name: '份餐', priceFen: 900 },
  ]);
  const plain = { lines: [], portions: 2 };
  const order = await b.placed(id, plain);
  expect(order).toMatchObject({ status: 'PAID', amountFen: 0, counts: 2, holdId: null });
  expect(codeOf(await b.order(b.wanted(id, plain)))).toBe('ORDER_COUNTS');
  const [one, two] = await Promise.all([1, 1].map(() => b.order(b.wanted(id, { lines: [], portions: 1 }))));
  expect([one, two].map(codeOf).sort()).toEqual(['ORDER_COUNTS', 'ok']);
  b.atNoon();
  expect(codeOf(await b.take(order))).toBe('ok');
  expect(await countsOf(id)).toBe(1);
  expect(await now(order)).toMatchObject({ status: 'EATEN', bookedFen: 0, bookedCounts: 2 });
  expect((await summary()).figures.usedCounts).toBe(2);
  const [head] = await linesOf(order);
  expect(codeOf(await giveBack(order, [head!.id, 1]))).toBe('ORDER_STATE');
  expect(await b.refund(order)).toBeUndefined();
  expect(await countsOf(id)).toBe(3);
  const left = isRefusal(one) ? (two as Order) : (one as Order);
  b.afterLunch(10);
  expect(codeOf(await b.cancel(left))).toBe('ORDER_CLOSED');
  expect(await checkInvariants(b.app.services.pool)).toEqual([]);
  b.app.clock.set(opened);
  await b.school('ordering_mode', 'update', { id: made.data.id, status: 'DISABLED' });
  await b.school('ordering_mode', 'update', { id: b.ruleId, status: 'NORMAL' });
});

type Step = { who: number; what: 'order' | 'cancel' | 'take' | 'line' | 'refund' | 'undo'; at: number; qty: number };

test('whatever is ordered, handed out and given back, portions and money add up', { timeout: 120_000 }, async () => {
  const people = [await diner(20_000), await diner(20_000), await diner(900)];
  await b.app.services.pool.query('update meal_order set once = false where organization_id = $1', [b.organizationId]);
  await b.school('ordering_mode', 'update', { id: b.ruleId, oncePerMeal: false });
  const orders: Order[] = [];
  const play = async ({ who, what, at, qty }: Step): Promise<void> => {
    b.app.clock.set(opened);
    const order = orders[at % Math.max(1, orders.length)];
    if (what === 'order') {
      const made = await b.order(b.wanted(people[who]!, { lines: [line(at % b.dishes.length, qty), line(0)] }));
      if (!isRefusal(made)) orders.push(made);
      return;
    }
    if (!order) return;
    if (what === 'cancel') await b.cancel(order);
    b.atNoon();
    if (what === 'take') await b.take(order);
    if (what === 'refund') await b.refund(order);
    if (what === 'undo') await undoTaking(b.app.services, b.organizationId, order.id, { by: deskHand, reason: '点错' });
    if (what === 'line') {
      const lines = await linesOf(await now(order));
      const some = lines[qty % lines.length]!;
      await giveBack(order, [some.id, qty]);
    }
  };
  const step = fc.record({
    who: fc.nat(2),
    what: fc.constantFrom('order', 'order', 'take', 'take', 'line', 'line', 'refund', 'cancel', 'undo' as const),
    at: fc.nat(9),
    qty: fc.integer({ min: 1, max: 3 }),
  }) as fc.Arbitrary<Step>;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
      for (const one of steps) await play(one);
      b.app.clock.set(opened);
      const { figures: f, told } = await summary();
      expect(told?.ok).toBe(true);
      expect(f.portions).toBe(f.eatenPortions + f.missedPortions + f.waitingPortions);
      expect(f.amountFen).toBe(f.eatenFen + f.dishBackFen + f.missedFen + f.releasedFen + f.heldFen + f.unheldFen);
      expect(await checkInvariants(b.app.services.pool)).toEqual([]);
    }),
    { numRuns: 8 },
  );
});
