/** Diners against the whole server over HTTP: what they did is what the desk sees, and the money set aside is their orders'. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import { checkInvariants } from '../../wallet/testing.ts';
import { type OrderingBench, orderingBench } from '../testing.ts';
import { dinerLines } from './diner-tally.ts';
import { generateUnit } from './generate-unit.ts';
import { simulateDiners } from './simulate-diners.ts';

const diners = Number(process.env.SIMULATED_DINERS ?? 25);

let b: OrderingBench;
beforeAll(async () => {
  b = await orderingBench();
}, 240_000);
afterAll(() => b?.app.stop());

const ownOrders = async () => {
  const { rows } = await b.app.services.pool.query<{ n: number; cancelled: number; fen: number }>(
    `select count(*)::int as n, count(*) filter (where status = 'CANCELLED')::int as cancelled,
       coalesce(sum(amount_fen), 0)::bigint as fen
     from meal_order where organization_id = $1 and source = 'DINER' and status <> 'EXPIRED'`,
    [b.organizationId],
  );
  return rows[0]!;
};

test('a unit of its own, with a week its diners made', { timeout: 120_000 }, async () => {
  const people = 30;
  const options = { url: b.app.origin, seed: 3, atOnce: 8, password: 'onecard-demo' };
  const unit = { ...options, people, platform: 'platform', platformPassword: 'onecard-demo' };
  const account = await generateUnit(unit, b.app.clock);
  const played = await simulateDiners({ ...options, diners: people, days: 7, account }, b.app.clock);
  expect(played.tally.faults, dinerLines(played.tally, played.diners, 0).join('\n')).toEqual([]);
  expect([played.diners, played.tally.agreeing]).toEqual([people, people]);
  const token = await b.app.login(account);
  const rowsOf = async (page: string, search: object) => {
    const { body } = await b.app.post(`/admin/organization/${page}`, 'query', { search }, token);
    return (body as { data: { total: number } }).data.total;
  };
  const days = [b.today, addDays(b.today, 7)];
  expect(await rowsOf('report_meal_detail', { diningDate: days, source: ['SELF'] })).toBeGreaterThan(people);
  expect(
    await rowsOf('order_food_detail', {
      diningDate: days,
      source: ['DINER'],
      status: ['PAID', 'ACCEPTED', 'CANCELLED'],
    }),
  ).toBe(played.tally.ordered);
});

test('everybody’s records are what he did, the desk counts the same orders, and no fen is lost', {
  timeout: 60_000 + diners * 1_000,
}, async () => {
  const options = {
    url: b.app.origin,
    diners,
    days: 7,
    seed: 7,
    atOnce: 8,
    account: 'school',
    password: 'onecard-demo',
  };
  const { tally, diners: played } = await simulateDiners(options, b.app.clock);
  expect(tally.faults, dinerLines(tally, played, 0).join('\n')).toEqual([]);
  expect([played, tally.agreeing]).toEqual([diners, diners]);
  expect(tally.ordered).toBeGreaterThan(10);
  expect(tally.cancelled).toBeGreaterThan(0);
  expect(tally.repeated).toBeGreaterThan(0);
  expect(tally.refused.size).toBeGreaterThan(0);
  expect(await ownOrders()).toEqual({ n: tally.ordered, cancelled: tally.cancelled, fen: tally.orderedFen });
  expect(await checkInvariants(b.app.services.pool)).toEqual([]);
  // The same people come again: what they have stays, the app has another key.
  const again = await simulateDiners({ ...options, seed: 8 }, b.app.clock);
  expect(again.tally.faults).toEqual([]);
  expect((await ownOrders()).n).toBe(tally.ordered + again.tally.ordered);
});
