/** Swipes at a restaurant whose meal is reported: a reported portion, one nobody reported, who is turned away. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '../../../kit/server/refusal.ts';
import type { Diner } from '../../consumption/testing.ts';
import { turnMealClock } from '../settle/meal-clock.ts';
import { type HeadcountBench, headcountBench, lunchRule } from '../testing.ts';

let b: HeadcountBench;
let plainFen: number;
beforeAll(async () => {
  b = await headcountBench();
  for (const diner of b.diners.slice(0, 12)) await b.pay(diner.id, 50_000);
  plainFen = (await b.eat(b.diners[0]!, 0, { mode: 'FIXED' })).amountFen;
}, 600_000);
afterAll(() => b.app.stop());

/** The rule's prices at the till from now on; what was held of them is forgotten. */
async function price(values: {
  reportedFen?: number | null;
  walkInFen?: number | null;
  walkIn?: boolean;
  mode?: string;
}) {
  const { data } = await b.school<{ version: number }>('report_meal_mode', 'get', { id: b.ruleId });
  const saved = await b.school('report_meal_mode', 'update', {
    ...lunchRule(b),
    reportedFen: null,
    walkInFen: null,
    walkIn: true,
    ...values,
    id: b.ruleId,
    version: data.version,
  });
  expect(saved).toMatchObject({ errorcode: 0 });
  b.app.clock.set(b.app.clock.now() + 5_000);
}

/** The diner's newest trade. */
async function paid(diner: Diner) {
  const { rows } = await b.app.services.pool.query<{ amountFen: number; attendance: string }>(
    `select amount_fen as "amountFen", attendance from trade where organization_id = $1 and person_id = $2
     order by id desc limit 1`,
    [b.organizationId, diner.id],
  );
  return rows[0]!;
}
const eat = async (diner: Diner) => {
  await b.eat(diner, 0, { mode: 'FIXED' });
  return paid(diner);
};
const report = (diner: Diner, more: object = {}) => b.report([diner.id], b.today, { lateReason: '补', ...more });

test('a rule without prices leaves the fixed ones, and trades untold', async () => {
  const [, diner] = b.diners as [Diner, Diner];
  await report(diner);
  expect(await eat(diner)).toEqual({ amountFen: plainFen, attendance: '' });
});

test('a reported portion, one nobody reported and one taken back have their prices', async () => {
  await price({ reportedFen: 777, walkInFen: 1_555 });
  const [reported, silent, back] = b.diners.slice(2, 5) as [Diner, Diner, Diner];
  await report(reported);
  await report(back);
  const { rows } = await b.app.services.pool.query<{ id: number }>(
    'select id from meal_report where organization_id = $1 and dining_date = $2 and person_id = $3',
    [b.organizationId, b.today, back.id],
  );
  await b.school('manual_report_meal', 'cancel', { id: rows[0]!.id, lateReason: '不来了' });
  expect(await eat(reported)).toEqual({ amountFen: 777, attendance: 'ORDERED_EATEN' });
  expect(await eat(silent)).toEqual({ amountFen: 1_555, attendance: 'WALK_IN' });
  expect(await eat(back)).toEqual({ amountFen: 1_555, attendance: 'WALK_IN' });
  expect(await b.breaks()).toEqual([]);
});

test('only what has a price of its own differs; another restaurant keeps the fixed prices', async () => {
  await price({ walkInFen: 1_555 });
  const [reported] = b.diners.slice(5, 6) as [Diner];
  await report(reported);
  expect(await eat(reported)).toEqual({ amountFen: plainFen, attendance: 'ORDERED_EATEN' });
  const { rows } = await b.app.services.pool.query<{ id: number }>(
    'select id from restaurant where organization_id = $1 and id <> $2 limit 1',
    [b.organizationId, b.device.restaurantId],
  );
  await price({ walkInFen: 1_555, ...{ restaurantId: rows[0]!.id } });
  expect(await eat(b.diners[6]!)).toEqual({ amountFen: plainFen, attendance: '' });
});

test('who may not walk in is turned away at every terminal of the restaurant; offline food is eaten', async () => {
  await price({ walkIn: false });
  const [silent, reported] = b.diners.slice(7, 9) as [Diner, Diner];
  await report(reported);
  for (const keyed of [{ mode: 'FIXED' as const }, { mode: 'AMOUNT' as const, amountFen: 300 }]) {
    const answer = await b.swipe(silent, keyed);
    expect(isRefusal(answer) && answer.code).toBe('WALK_IN_NOT_ALLOWED');
  }
  expect(isRefusal(await b.swipe(reported, { mode: 'FIXED' }))).toBe(false);
  const [outcome] = await b.upload([{ cardNo: silent.cardNo, mode: 'FIXED', occurredAt: b.app.clock.now() - 1_000 }]);
  expect(outcome).toHaveProperty('posted');
  expect(await paid(silent)).toEqual({ amountFen: plainFen, attendance: 'WALK_IN' });
});

test('who eats by default is reported once the meal is closed', async () => {
  await price({ reportedFen: 777, walkInFen: 1_555, mode: 'OPT_OUT' });
  const [, diner] = b.diners.slice(8, 10) as [Diner, Diner];
  await turnMealClock(b.app.services);
  expect(await eat(diner)).toEqual({ amountFen: 777, attendance: 'ORDERED_EATEN' });
});

test('many at once are priced as one by one', async () => {
  await price({ reportedFen: 321, walkInFen: 1_555 });
  const { rows } = await b.app.services.pool.query<{ personId: number }>(
    `select person_id as "personId" from meal_report where organization_id = $1 and dining_date = $2
       and status = 'REPORTED'`,
    [b.organizationId, b.today],
  );
  const standing = new Set(rows.map((row) => row.personId));
  const rest = b.diners.slice(12);
  for (const diner of rest) await b.pay(diner.id, 5_000);
  await Promise.all(rest.map((diner) => b.swipe(diner, { mode: 'FIXED' })));
  for (const diner of rest)
    expect(await paid(diner)).toEqual(
      standing.has(diner.id)
        ? { amountFen: 321, attendance: 'ORDERED_EATEN' }
        : { amountFen: 1_555, attendance: 'WALK_IN' },
    );
});
