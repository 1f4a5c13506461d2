/**
 * Everybody wants the dish of which a hundred are left, at once, and some of the servers die on the way: never one too many, none
 * lost for good. ORDER_RUSH=5000 makes it as many buyers.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { checkInvariants } from '../../wallet/testing.ts';
import { giveUpLost, moveOn } from '../settle/order-clock.ts';
import { inTurns } from '../simulator/in-turns.ts';
import { deskHand, type OrderingBench, orderingBench } from '../testing.ts';
import type { OrderParts } from './order-store.ts';
import { placeOrder } from './place-order.ts';

const buyers = Number(process.env.ORDER_RUSH ?? 600);
const left = 100;
const atOnce = 48;
/** Every seventh payment is that of a process that dies before it. */
const dies = 7;

let b: OrderingBench;
beforeAll(async () => {
  // The same people come again: what is fought for are the portions.
  b = await orderingBench({ oncePerMeal: false });
  for (const { id } of b.diners) await b.pay(id, 1_000_000);
  await b.app.services.pool.query('update food_menu_item set order_limit = $3 where organization_id = $1 and id = $2', [
    b.organizationId,
    b.dishes[0]!.id,
    left,
  ]);
}, 240_000);
afterAll(() => b?.app.stop());

class Died extends Error {}

/** A server some of whose payments are never made. */
function mortal(): OrderParts {
  const { services } = b.app;
  let payments = 0;
  const submit: OrderParts['wallet']['submit'] = (request) => {
    payments += 1;
    if (payments % dies === 0) return Promise.reject(new Died());
    return services.wallet.submit(request);
  };
  return { ...services, wallet: { ...services.wallet, submit } };
}

async function rush(parts: OrderParts, round: string): Promise<Record<string, number>> {
  const outcomes = await inTurns(
    Array.from({ length: buyers }, (_, i) => i),
    atOnce,
    async (i) => {
      const { id } = b.diners[i % b.diners.length]!;
      try {
        const order = await placeOrder(parts, b.wanted(id), {
          organizationId: b.organizationId,
          by: deskHand,
          source: 'DINER',
          requestKey: `rush:${round}:${i}`,
          lateReason: '',
        });
        return isRefusal(order) ? order.code : 'ORDERED';
      } catch (error) {
        if (error instanceof Died) return 'DIED';
        throw error;
      }
    },
  );
  return Object.fromEntries([...Map.groupBy(outcomes, (one) => one)].map(([what, list]) => [what, list.length]));
}

const standing = async () => {
  const { rows } = await b.app.services.pool.query<{ status: string; qty: number; held: number }>(
    `select o.status, sum(x.qty)::int as qty, count(h.id)::int as held from meal_order o
     join meal_order_item x on x.organization_id = o.organization_id and x.order_id = o.id and x.revision = o.revision
     left join hold h on h.organization_id = o.organization_id and h.id = o.hold_id and h.status = 'ACTIVE'
     where o.organization_id = $1 and x.menu_item_id = $2 and o.status in ('UNPAID', 'PAID') group by 1 order by 1`,
    [b.organizationId, b.dishes[0]!.id],
  );
  return Object.fromEntries(rows.map(({ status, ...row }) => [status, row]));
};

test('never sold twice; portions of those who died come back after a minute and are sold to the last', {
  timeout: 60_000 + buyers * 100,
}, async () => {
  const first = await rush(mortal(), 'first');
  const { ORDERED = 0, DIED = 0, DISH_SOLD_OUT = 0 } = first;
  expect(DIED).toBeGreaterThan(5);
  expect([ORDERED + DIED, DISH_SOLD_OUT]).toEqual([left, buyers - left]);
  expect(await standing()).toEqual({ PAID: { qty: ORDERED, held: ORDERED }, UNPAID: { qty: DIED, held: 0 } });

  b.app.clock.set(b.app.clock.now() + 61_000);
  await giveUpLost(b.app.services, b.organizationId);
  const second = await rush(b.app.services, 'second');
  expect(second).toEqual({ ORDERED: DIED, DISH_SOLD_OUT: buyers - DIED });
  expect(await standing()).toEqual({ PAID: { qty: left, held: left } });
  expect(await checkInvariants(b.app.services.pool)).toEqual([]);
});

test('the cut-off comes in the middle of a rush: who was before it has an order, nobody after it, and the dead have none', {
  timeout: 120_000,
}, async () => {
  const { services, clock } = b.app;
  const wanting = 240;
  const item = b.dishes[1]!.id;
  const closes = Date.parse(`${addDays(b.day, -1)}T18:00:00+08:00`);
  clock.set(closes - 1);
  const parts = mortal();
  let asked = 0;
  const outcomes = await inTurns(
    Array.from({ length: wanting }, (_, i) => i),
    24,
    async (i) => {
      asked += 1;
      // Half of them have come when the clock strikes.
      if (asked === wanting / 2) clock.set(closes);
      const late = clock.now() >= closes;
      try {
        const order = await placeOrder(
          parts,
          b.wanted(b.diners[i % b.diners.length]!.id, { lines: [{ menuItemId: item, qty: 1 }] }),
          {
            organizationId: b.organizationId,
            by: deskHand,
            source: 'DINER',
            requestKey: `close:${i}`,
            lateReason: '',
          },
        );
        return { late, what: isRefusal(order) ? order.code : 'ORDERED' };
      } catch (error) {
        if (error instanceof Died) return { late, what: 'DIED' };
        throw error;
      }
    },
  );
  const count = (what: string) => outcomes.filter((one) => one.what === what).length;
  expect(outcomes.filter((one) => one.late && one.what !== 'ORDER_CLOSED')).toEqual([]);
  expect([count('ORDERED') + count('DIED') + count('ORDER_CLOSED'), count('DIED') > 5]).toEqual([wanting, true]);
  expect(count('ORDERED')).toBeGreaterThan(50);
  // The servers come back: what was paid for is closed with the meal, what was not is given up.
  clock.set(closes + 61_000);
  await giveUpLost(services, b.organizationId);
  await moveOn(services, b.organizationId);
  const { rows } = await services.pool.query<{ status: string; n: number }>(
    `select o.status, count(*)::int as n from meal_order o join meal_order_item x on x.organization_id = o.organization_id
       and x.order_id = o.id and x.revision = o.revision
     where o.organization_id = $1 and x.menu_item_id = $2 group by 1 order by 1`,
    [b.organizationId, item],
  );
  expect(rows).toEqual([
    { status: 'ACCEPTED', n: count('ORDERED') },
    { status: 'EXPIRED', n: count('DIED') },
  ]);
  expect(await checkInvariants(services.pool)).toEqual([]);
});
