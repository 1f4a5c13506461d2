/** Who counts as a diner: once per meal in the unit, and once per meal in each restaurant. */
import { expect, test } from 'vitest';
import type { ConsumeRequest, Posted } from '../../src/domains/wallet/public.server.ts';
import { ask, bench, consume, organizationId, place, posted } from './support.ts';

const b = bench();

/** Heads of the trades: the unit's and the restaurant's. */
async function heads(...trades: readonly Posted[]) {
  const { rows } = await b.database.pool.query<{ id: number; heads: number; restaurant_heads: number }>(
    'select id, heads, restaurant_heads from trade where organization_id = $1',
    [organizationId],
  );
  const byId = new Map(rows.map((row) => [row.id, [row.heads, row.restaurant_heads]]));
  return trades.map((trade) => byId.get(trade.postingId));
}

const eat = async (personId: number, more: Partial<ConsumeRequest> = {}) =>
  posted(await b.wallet.submit(consume(personId, 100, more)));
const back = async (personId: number, trade: Posted, more: { amountFen?: number } = {}) =>
  posted(await b.wallet.submit(ask('REVERSE', personId, { originalPostingId: trade.postingId, ...more })));
const withMoney = async () => {
  const [person = 0] = await b.people(1);
  posted(await b.wallet.submit(ask('DEPOSIT', person, { amountFen: 10_000 })));
  return person;
};

const elsewhere = { ...place, restaurantId: 14, deploySiteId: 15, deviceId: 16 };

test('a second restaurant in the same meal gets a head of its own, the unit does not', async () => {
  const person = await withMoney();
  const first = await eat(person);
  const again = await eat(person);
  const other = await eat(person, { place: elsewhere });
  expect(await heads(first, again, other)).toEqual([
    [1, 1],
    [0, 0],
    [0, 1],
  ]);
  const otherBack = await back(person, other);
  const firstBack = await back(person, first);
  expect(await heads(otherBack, firstBack)).toEqual([
    [0, -1],
    [0, 0],
  ]);
  const { rows } = await b.database.pool.query(
    `select restaurant_id, sum(heads)::bigint as heads, sum(restaurant_heads)::bigint as restaurant_heads
     from consumed_by_place group by restaurant_id order by restaurant_id`,
  );
  expect(rows).toEqual([
    { restaurant_id: 11, heads: 1, restaurant_heads: 1 },
    { restaurant_id: 14, heads: 0, restaurant_heads: 0 },
  ]);
});

test('a head goes with the last trade of the meal, wherever the first was', async () => {
  const person = await withMoney();
  const first = await eat(person);
  const other = await eat(person, { place: elsewhere });
  const firstBack = await back(person, first);
  const otherBack = await back(person, other);
  expect(await heads(first, other, firstBack, otherBack)).toEqual([
    [1, 1],
    [0, 1],
    [0, -1],
    [-1, -1],
  ]);
});

test('a reversal beside other people’s swipes still finds its head', async () => {
  const [one, two] = [await withMoney(), await withMoney()];
  const trade = await eat(one);
  const [, gone] = await Promise.all([eat(two), back(one, trade)]);
  expect(await heads(trade, gone)).toEqual([
    [1, 1],
    [-1, -1],
  ]);
});

test('a walk-in is a head of his own and leaves with his trade', async () => {
  const trade = await eat(0, { third: { channel: 'WECHAT', amountFen: 100 } });
  const part = await back(0, trade, { amountFen: 40 });
  const rest = await back(0, trade);
  expect(await heads(trade, part, rest)).toEqual([
    [1, 1],
    [0, 0],
    [-1, -1],
  ]);
});
