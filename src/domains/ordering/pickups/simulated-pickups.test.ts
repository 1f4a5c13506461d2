/** The simulator's pickup terminal against the whole server: what it handed out is what the desk has as eaten, to the fen. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { simulate } from '../../device/testing.ts';
import { checkInvariants } from '../../wallet/testing.ts';
import { type OrderingBench, orderingBench } from '../testing.ts';

let b: OrderingBench;
beforeAll(async () => {
  b = await orderingBench();
  for (const { id } of b.diners.slice(0, 24)) {
    await b.pay(id, 20_000);
    await b.placed(id);
  }
  b.atNoon();
}, 240_000);
afterAll(() => b?.app.stop());

test('orders are handed out online and told later, each once', { timeout: 60_000 }, async () => {
  const password = 'onecard-demo';
  const options = { url: b.app.origin, terminals: 2, swipes: 10, seed: 7, seconds: 1, account: 'school' };
  const { tally } = await simulate(
    { ...options, platform: 'platform', password, platformPassword: password },
    b.app.clock,
  );
  expect(tally.faults).toBe(0);
  expect(tally.handedOut).toBeGreaterThan(15);
  const { rows } = await b.app.services.pool.query<{ n: number; fen: number; offline: number }>(
    `select count(*)::int as n, sum(o.booked_fen)::bigint as fen, count(*) filter (where k.offline)::int as offline
     from meal_order o join order_pickup k on k.organization_id = o.organization_id and k.order_id = o.id and k.state = 'TAKEN'
     where o.organization_id = $1 and o.dining_date = $2 and o.status = 'EATEN'`,
    [b.organizationId, b.day],
  );
  expect(rows[0]).toMatchObject({ n: tally.handedOut, fen: tally.handedOutFen });
  expect(rows[0]!.offline).toBeGreaterThan(3);
  // Those who came twice: told so at once, and left to a clerk where the terminal was cut off.
  expect(tally.refused.get(3116)?.count).toBeGreaterThan(0);
  expect(tally.suspended.size).toBeGreaterThan(0);
  expect(tally.duplicates).toBeGreaterThan(0);
  // And those who reported, ordered and rated at a terminal themselves.
  expect(tally.askedFor).toBeGreaterThan(5);
  expect(tally.takenBack).toBeGreaterThan(0);
  expect(await checkInvariants(b.app.services.pool)).toEqual([]);
});
