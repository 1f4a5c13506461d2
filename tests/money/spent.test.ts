/** What a person has had: the latest day stands in MAIN, every other is counted from the trades; nobody can tell the difference. */
import { expect, test } from 'vitest';
import type { ConsumeLimits, CounterState } from '../../src/domains/wallet/public.server.ts';
import { closePurses, openPurses } from '../../src/domains/wallet/public.server.ts';
import { ask, bench, codeOf, consume, noon, organizationId, posted } from './support.ts';

const b = bench();
const dayMs = 86_400_000;

/** A swipe days ago (0: today) that says what the door counted before it. */
async function swipe(personId: number, daysAgo: number, limits: ConsumeLimits = {}) {
  let seen: CounterState | undefined;
  const outcome = await b.wallet.submit(
    consume(personId, 100, {
      occurredAt: noon - daysAgo * dayMs,
      price: (counters) => {
        seen = counters;
        return { originFen: 100, discountFen: 0, amountFen: 100, limits };
      },
    }),
  );
  return { outcome, seen };
}

async function funded(): Promise<number> {
  const [person = 0] = await b.people(1);
  posted(await b.wallet.submit(ask('RECHARGE', person, { channel: 'CASH', amountFen: 10_000 })));
  return person;
}

const spentOn = async (person: number) =>
  (
    await b.database.pool.query<{ day: string; trades: number }>(
      `select spent_on as day, (spent::bigint[])[3] as trades from wallet where organization_id = $1 and person_id = $2 and kind = 'MAIN'`,
      [organizationId, person],
    )
  ).rows[0];

test('a record of an older day is bound by what was had on that day, and leaves the latest day alone', async () => {
  const person = await funded();
  posted((await swipe(person, 2)).outcome);
  posted((await swipe(person, 0)).outcome);
  posted((await swipe(person, 0)).outcome);
  expect(await spentOn(person)).toEqual({ day: '2026-11-20', trades: 2 });
  const late = await swipe(person, 2, { dayMaxCount: 1 });
  expect(codeOf(late.outcome)).toBe('LIMIT_PER_DAY');
  expect(late.seen).toMatchObject({ dayCount: 1, dayAmountFen: 100 });
  posted((await swipe(person, 2)).outcome);
  expect((await swipe(person, 2)).seen).toMatchObject({ dayCount: 2, mealCount: 2 });
  expect((await swipe(person, 1)).seen).toMatchObject({ dayCount: 0 });
  expect(await spentOn(person)).toEqual({ day: '2026-11-20', trades: 2 });
});

test('what was taken back of an older day is no longer counted there, nor as a diner', async () => {
  const person = await funded();
  const older = posted((await swipe(person, 3)).outcome);
  posted((await swipe(person, 0)).outcome);
  const back = posted(await b.wallet.submit(ask('REVERSE', person, { originalPostingId: older.postingId })));
  const { rows } = await b.database.pool.query('select heads, restaurant_heads from trade where id = $1', [
    back.postingId,
  ]);
  expect(rows).toEqual([{ heads: -1, restaurant_heads: -1 }]);
  expect((await swipe(person, 3)).seen).toMatchObject({ dayCount: 0, dayAmountFen: 0 });
  expect(await spentOn(person)).toEqual({ day: '2026-11-20', trades: 1 });
});

test('an account closed and opened again the same day has had what it had', async () => {
  const person = await funded();
  posted((await swipe(person, 0)).outcome);
  posted(await b.wallet.submit(ask('CASH_OUT', person, { amountFen: 9_900 })));
  expect(await closePurses(b.database.pool, organizationId, person)).toBeUndefined();
  await openPurses(b.database.pool, organizationId, [{ personId: person }], b);
  posted(await b.wallet.submit(ask('RECHARGE', person, { channel: 'CASH', amountFen: 10_000 })));
  // Late records of days before know nothing of today, and today is counted whole all the same.
  expect((await swipe(person, 4)).seen).toMatchObject({ dayCount: 0 });
  expect((await swipe(person, 0)).seen).toMatchObject({ dayCount: 1, mealCount: 1 });
  expect(await spentOn(person)).toEqual({ day: '2026-11-20', trades: 2 });
});

test('meals and restaurants of a day stand beside each other', async () => {
  const person = await funded();
  const at = (mealPeriodId: number, restaurantId: number) => {
    const request = consume(person, 100);
    return b.wallet.submit({ ...request, place: { ...request.place, mealPeriodId, restaurantId } });
  };
  for (const [meal, restaurant] of [
    [1, 5],
    [2, 5],
    [2, 6],
    [2, 5],
  ] as const)
    posted(await at(meal, restaurant));
  const { rows } = await b.database.pool.query<{ spent: number[] }>(
    `select array(select (spent::bigint[])[n + 3] from generate_series(0, cardinality(spent::bigint[]) - 1, 7) as n order by 1) as spent from wallet
     where person_id = $1 and kind = 'MAIN'`,
    [person],
  );
  expect(rows[0]?.spent.map(Number)).toEqual([1, 1, 2]);
});
