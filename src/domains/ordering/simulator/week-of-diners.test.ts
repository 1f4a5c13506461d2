/**
 * A week of a unit whose people order for themselves: ordered by their apps, handed out at a terminal noon by noon, settled when
 * it is over. SIMULATED_DINERS=2000 opens as many people beside the demo's and prints what happened.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMany } from '../../../../bench/open-people.ts';
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import { simulate } from '../../device/testing.ts';
import { checkInvariants } from '../../wallet/testing.ts';
import { turnUnit } from '../settle/order-clock.ts';
import { type OrderingBench, orderingBench } from '../testing.ts';
import { dinerLines } from './diner-tally.ts';
import { simulateDiners } from './simulate-diners.ts';

const asked = Number(process.env.SIMULATED_DINERS ?? 0);
const diners = asked || 20;
const days = 7;
/** Days of it on which people come to the terminal; on the others nobody does. */
const noons = asked > 0 ? days : 2;
/** Of the most wanted dish of each day, fewer than want it. */
const scarce = Math.ceil(diners / 10);

let b: OrderingBench;
beforeAll(async () => {
  b = await orderingBench({ payTime: 'ON_EAT', missPercent: 50 });
  const { services } = b.app;
  if (asked > 0) await openMany(services, b.organizationId, { prefix: 'WK', count: asked, firstCard: 70_000_000 });
  const { rows: people } = await services.pool.query<{ id: number }>(
    `select id from person where organization_id = $1 and status = 'NORMAL'`,
    [b.organizationId],
  );
  await services.wallet.submitMany(
    people.map(({ id }, i) => ({
      kind: 'DEPOSIT' as const,
      organizationId: b.organizationId,
      requestKey: `week:${id}`,
      personId: id,
      occurredAt: b.app.clock.now(),
      // One in ten runs out of money before the week does.
      amountFen: i % 10 === 0 ? 1_500 : 50_000,
    })),
  );
  await services.pool.query(
    `update food_menu_item i set order_limit = $2 where organization_id = $1 and id in (
       select min(id) from food_menu_item where organization_id = $1 and menu_date > $3 group by menu_id)`,
    [b.organizationId, scarce, b.today],
  );
}, 600_000);
afterAll(() => b?.app.stop());

const figures = async () => {
  const { rows } = await b.app.services.pool.query<{ status: string; orders: number; fen: number; booked: number }>(
    `select status, count(*)::int as orders, sum(amount_fen)::bigint as fen, sum(booked_fen)::bigint as booked
     from meal_order where organization_id = $1 and source in ('DINER', 'DEVICE') and status <> 'EXPIRED'
     group by status order by status`,
    [b.organizationId],
  );
  return rows;
};

test('every order of the week comes to an end, the books agree with it, and nothing is sold twice', {
  timeout: 120_000 + diners * 600,
}, async () => {
  const { services, clock, origin: url } = b.app;
  const password = 'onecard-demo';
  const first = dateAt(clock.now());
  const began = performance.now();
  const played = await simulateDiners({ url, diners, days, seed: 7, atOnce: 16, account: 'school', password }, clock);
  const { tally } = played;
  const lines = dinerLines(tally, played.diners, (performance.now() - began) / 1000);
  expect(tally.faults, lines.join('\n')).toEqual([]);
  expect(tally.agreeing).toBe(played.diners);
  let handedOut = 0;
  for (let at = 1; at <= noons; at += 1) {
    clock.set(Date.parse(`${addDays(first, at)}T11:50:00+08:00`));
    await turnUnit(services, b.organizationId);
    const noon = await simulate(
      {
        url,
        terminals: 1,
        swipes: 5,
        seed: at,
        seconds: 1,
        account: 'school',
        platform: 'platform',
        password,
        platformPassword: password,
      },
      clock,
    );
    expect(noon.tally.faults).toBe(0);
    handedOut += noon.tally.handedOut;
  }
  clock.set(Date.parse(`${addDays(first, days + 5)}T12:00:00+08:00`));
  await turnUnit(services, b.organizationId);
  const states = await figures();
  if (asked > 0)
    console.log(
      [
        ...lines,
        `取餐 ${handedOut} 单`,
        ...states.map((row) => `${row.status} ${row.orders} 单，金额 ${row.fen / 100}，入账 ${row.booked / 100}`),
      ].join('\n'),
    );
  const byStatus = new Map(states.map((row) => [row.status, row]));
  expect(byStatus.get('EATEN')!.orders).toBeGreaterThan(0);
  expect(byStatus.get('NO_SHOW')!.orders).toBeGreaterThan(0);
  // What was ordered of days ahead by the terminal's diners may still be to come; nothing else is left.
  const { rows: late } = await services.pool.query<{ n: number }>(
    `select count(*)::int as n from meal_order where organization_id = $1 and dining_date <= $2
       and status in ('UNPAID', 'PAID', 'ACCEPTED', 'COOKING', 'READY', 'DELIVERING')`,
    [b.organizationId, addDays(first, days)],
  );
  expect(late[0]!.n).toBe(0);
  const { rows: sold } = await services.pool.query<{ id: number }>(
    `select i.id from food_menu_item i join meal_order_item x on x.organization_id = i.organization_id and x.menu_item_id = i.id
     join meal_order o on o.organization_id = x.organization_id and o.id = x.order_id and o.revision = x.revision
     where i.organization_id = $1 and i.order_limit is not null and o.status not in ('CANCELLED', 'REFUNDED', 'EXPIRED')
     group by i.organization_id, i.id, i.order_limit having sum(x.qty) > i.order_limit`,
    [b.organizationId],
  );
  expect(sold).toEqual([]);
  const { rows: booked } = await services.pool.query<{ orders: number; trades: number }>(
    `select (select sum(booked_fen) from meal_order where organization_id = $1)::bigint as orders,
       (select sum(t.amount_fen) from trade t join meal_order o on o.organization_id = t.organization_id and o.posting_id = t.id
        where t.organization_id = $1 and t.mode = 'ORDER')::bigint as trades`,
    [b.organizationId],
  );
  expect(booked[0]!.orders).toBe(booked[0]!.trades);
  expect(await checkInvariants(services.pool)).toEqual([]);
});
