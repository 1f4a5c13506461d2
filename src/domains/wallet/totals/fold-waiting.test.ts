/** Totals of plain swipes wait in ids and are added up later: readers never see the difference. */
import { expect, test } from 'vitest';
import { ask, bench, consume, freshNumber, noon, organizationId, posted } from '../../../../tests/money/support.ts';
import { foldAllWaiting, foldWaiting } from './fold-waiting.ts';

const b = bench();
const dayMs = 24 * 3_600_000;

const rowsOf = async (text: string) => (await b.database.pool.query(text)).rows;
const totals = async () => [
  await rowsOf(`select business_date::text, restaurant_id, device_id, sum(consume_count) as n, sum(heads) as heads,
    sum(restaurant_heads) as here, sum(amount_fen) as fen, sum(main_fen) as main, sum(reversed_fen) as back, sum(offline_count) as offline,
    min(first_at) as first_at, max(last_at) as last_at from consumed_by_place group by 1, 2, 3 order by 1, 2, 3`),
  await rowsOf(`select business_date::text, person_type_id, department_id, sum(consume_count) as n, sum(heads) as heads,
    sum(amount_fen - reversed_fen) as fen, min(first_at) as first_at, max(last_at) as last_at
    from consumed_by_people group by 1, 2, 3 order by 1, 2, 3`),
];
const waiting = async () =>
  (await rowsOf('select coalesce(sum(cardinality(trades)), 0)::int as n from rollup_waiting'))[0] as { n: number };
const addedUp = async () =>
  (await rowsOf('select coalesce(sum(consume_count), 0)::int as n from rollup_consume_place'))[0] as { n: number };
/** A swipe at a terminal, at a time; nothing folds by itself before the test ends. */
const swipe = (person: number, deviceId: number, at: number, more: object = {}) => {
  const number = freshNumber(deviceId);
  return b.wallet.submit(consume(person, 700, { ...number, occurredAt: at, place: { ...number.place, ...more } }));
};

test('what waits is in the totals, and stays there when it is added up', async () => {
  const people = await b.people(6);
  await Promise.all(people.map((person) => b.wallet.submit(ask('DEPOSIT', person, { amountFen: 50_000 }))));
  for (const [i, person] of people.entries()) {
    posted(await swipe(person, 60 + (i % 2), noon + i * 1000));
    posted(await swipe(person, 70, noon + dayMs, { restaurantId: 12, departmentId: i }));
  }
  posted(await swipe(people[0]!, 60, noon - 40 * dayMs, { offline: true }));
  const eaten = posted(await swipe(people[1]!, 61, noon + 9_000));
  posted(
    await b.wallet.submit(
      ask('REVERSE', people[1]!, { originalPostingId: eaten.postingId, occurredAt: noon + 10_000 }),
    ),
  );
  const before = await totals();
  expect(await waiting()).toEqual({ n: 14 });
  expect(await addedUp()).toEqual({ n: 0 });
  await foldAllWaiting(b.database.pool, 9);
  expect(await waiting()).toEqual({ n: 0 });
  expect(await addedUp()).toEqual({ n: 14 });
  expect(await totals()).toEqual(before);
});

test('two servers add up beside each other and beside swipes, each swipe once', async () => {
  const people = await b.people(40);
  await Promise.all(people.map((person) => b.wallet.submit(ask('DEPOSIT', person, { amountFen: 500_000 }))));
  const before = (await addedUp()).n;
  const rush = Promise.all(
    Array.from({ length: 8 }, async (_, round) => {
      for (const person of people) posted(await swipe(person, 60 + (person % 7), noon + round * 1000));
    }),
  );
  let done = false;
  const fold = async (lane: number) => {
    while (!done) await foldWaiting(b.database.pool, organizationId, lane);
  };
  const folds = Promise.all([fold(7), fold(8)]);
  await rush;
  done = true;
  await folds;
  await foldAllWaiting(b.database.pool, 9);
  // That they are also the right ones is proven by I9 after the test.
  expect((await addedUp()).n).toBe(before + 8 * 40);
  expect(await waiting()).toEqual({ n: 0 });
});
