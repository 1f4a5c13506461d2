/** Past days are folded at night; reports read the same whether a day is folded, booked into since, or not yet folded. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type PlaceDetail, peopleNet, placeTotals } from '../../src/domains/wallet/public.server.ts';
import { runNight } from '../../src/domains/wallet/testing.ts';
import type { Db } from '../../src/kit/server/context.ts';
import type { Scope } from '../../src/kit/server/query/scope.ts';
import type { Tables } from '../../src/kit/server/query/tables.ts';
import { ask, bench, consume, place, posted } from './support.ts';

const b = bench();
const dayMs = 24 * 3_600_000;
const everything = { unitType: 'PLATFORM', restaurants: 'ALL' } as unknown as Scope;
const oneRestaurant = { ...everything, restaurants: [11] } as Scope;
let person = 0;
let db: Db;

beforeAll(async () => {
  [person = 0] = await b.people(1);
  posted(await b.wallet.submit(ask('DEPOSIT', person, { amountFen: 1_000_000, occurredAt: b.clock.now() })));
  db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: b.database.pool }) });
});

/** Net fen and count per day, as a reader of this detail finds them. */
async function days(by: PlaceDetail, scope = everything) {
  const totals = await placeTotals({ db, scope }, by);
  return db
    .selectFrom(totals.as('u'))
    .select([
      sql<string>`u.business_date::text`.as('day'),
      sql<number>`sum(u.consume_count)::bigint`.as('count'),
      sql<number>`sum(u.amount_fen - u.reversed_fen)::bigint`.as('fen'),
      sql<number>`sum(u.heads)::bigint`.as('heads'),
    ])
    .groupBy('u.business_date')
    .orderBy('u.business_date')
    .execute();
}
const rowsOf = async (table: string) =>
  (await b.database.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]!.n;
const eat = async (at: number, more: object = {}) =>
  posted(await b.wallet.submit(consume(person, 500, { occurredAt: at, ...more })));
/** Net fen out of the totals by people. */
async function netByPeople(by: Exclude<PlaceDetail, 'device'>) {
  const totals = await peopleNet({ db, scope: everything }, by);
  return (
    await db
      .selectFrom(totals.as('u'))
      .select(sql<number>`sum(u.people_net_fen)::bigint`.as('fen'))
      .executeTakeFirstOrThrow()
  ).fen;
}
/** Every way of reading says the same as the totals themselves. */
async function alike() {
  const truth = await days('device');
  const fen = truth.reduce((sum, day) => sum + day.fen, 0);
  for (const by of ['meal', 'restaurant', 'unit'] as const) {
    expect(await days(by)).toEqual(truth);
    expect(await netByPeople(by)).toBe(fen);
  }
  return truth;
}

test('a night folds the days before yesterday, and only those', async () => {
  for (let i = 0; i < 6; i += 1) {
    await eat(b.clock.now());
    await eat(b.clock.now(), { place: { ...place, deviceId: 77, restaurantId: 12 } });
    await eat(b.clock.now(), { place: { ...place, mealPeriodId: 78 } });
    b.clock.advance(dayMs);
  }
  const before = await alike();
  expect(before).toHaveLength(6);
  await runNight({ pool: b.database.pool, clock: b.clock, ids: b.ids });
  expect(await rowsOf('rollup_consume_unit')).toBe(5);
  expect(await rowsOf('rollup_consume_restaurant')).toBe(10);
  expect(await rowsOf('rollup_consume_fold')).toBe(15);
  expect(await rowsOf('rollup_stale')).toBe(0);
  expect(await alike()).toEqual(before);
});

test('what is uploaded late into a folded day is seen at once, and folded the next night', async () => {
  const before = await alike();
  await eat(b.clock.now() - 5 * dayMs, { offline: true });
  expect(await rowsOf('rollup_stale')).toBe(1);
  const after = await alike();
  expect(after.map(({ count }) => count)).toEqual(before.map(({ count }, i) => count + (i === 1 ? 1 : 0)));
  await runNight({ pool: b.database.pool, clock: b.clock, ids: b.ids });
  expect(await rowsOf('rollup_stale')).toBe(0);
  expect(await alike()).toEqual(after);
});

test('yesterday and today leave no mark', async () => {
  await eat(b.clock.now());
  await eat(b.clock.now() - dayMs);
  expect(await rowsOf('rollup_stale')).toBe(0);
});

test('who is narrowed to restaurants reads no totals of whole units', async () => {
  const { sql: text } = (await placeTotals({ db, scope: oneRestaurant }, 'unit')).compile();
  expect(text).toContain('rollup_consume_restaurant');
  expect(text).not.toContain('rollup_consume_unit');
});

test.each(['rollup_consume_fold', 'rollup_consume_restaurant', 'rollup_consume_unit', 'rollup_consume_month'])(
  'a fold that was altered is named by the nightly proof: %s',
  async (table) => {
    const add = (fen: number) =>
      b.database.pool.query(`update ${table} set amount_fen = amount_fen + ${fen}
      where ctid = (select ctid from ${table} order by business_date limit 1)`);
    await add(1);
    const { broken } = await runNight({ pool: b.database.pool, clock: b.clock, ids: b.ids });
    expect(broken).toHaveLength(1);
    await add(-1);
  },
);
