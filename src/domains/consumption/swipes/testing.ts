/** A till of the test's unit without the demo: windows, meals, one diner with money, and what a swipe is decided with. */
import type { PeopleBench } from '../../people/testing.ts';
import { units } from '../../tenancy/testing.ts';
import { ruleCache } from '../pricing/rule-cache.ts';
import { type Payers, payerLookup } from './payers.ts';
import { payersThen } from './payers-then.ts';
import type { SwipeDeps } from './swipe.ts';

/** Id, name, from, to. */
export type TestMeal = [number, string, string, string];

const organizationId = units.organization;

/** Puts windows (id, name) and meals in place; answers the diner, 陈一 with card K001 and 1,000 yuan. */
export async function openTill(
  bench: PeopleBench,
  windows: readonly [number, string][],
  meals: readonly TestMeal[],
): Promise<number> {
  const { pool } = bench.database;
  for (const [id, name] of windows)
    await pool.query(
      `insert into deploy_site (organization_id, id, name, kind, status, created_at, updated_at)
       values ($1, $2, $3, 'CONSUME_WINDOW', 'NORMAL', now(), now())`,
      [organizationId, id, name],
    );
  for (const [id, name, from, to] of meals)
    await pool.query(
      `insert into meal_period (organization_id, id, name, start_time, end_time, created_at, updated_at)
       values ($1, $2, $3, $4, $5, now(), now())`,
      [organizationId, id, name, from, to],
    );
  const personId = await bench.open({ name: '陈一', jobNumber: 'S001', cardNo: 'K001' });
  await bench.services.wallet.submit({
    kind: 'RECHARGE',
    organizationId,
    requestKey: 'fill',
    personId,
    occurredAt: bench.clock.now(),
    amountFen: 100_000,
    channel: 'CASH',
    operatorId: 1,
  } as never);
  return personId;
}

/** What a swipe is decided with; rules are read anew each time it is asked for. */
export function tillDeps({ services, clock }: PeopleBench, payers: Payers = payerLookup(services.pool)): SwipeDeps {
  const { pool } = services;
  return {
    rules: ruleCache(pool, clock, 30 * 86_400_000),
    payers,
    payersThen: (id, swipes) => payersThen(pool, id, swipes),
    scheme: async () => undefined,
    reportsAsked: async () => false,
    shop: () => services.shopTill,
    offer: async () => undefined,
    wallet: services.wallet,
    ids: services.ids,
  };
}
