/** A plain swipe is one row; read through the views it is the posting and the lines its plan would have been written as. */
import { describe, expect, test } from 'vitest';
import {
  ask,
  bench,
  codeOf,
  consume,
  freshNumber,
  noon,
  organizationId,
  posted,
} from '../../../../tests/money/support.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import type { Plan, PurseRow } from '../plan/state.ts';
import { plan } from '../plan.ts';
import type { ConsumeRequest, PurseKind } from '../types.ts';
import { HotConnection } from '../writer/connection.ts';
import { begin, rollback, sendAll } from '../writer/train.ts';
import { type History, writeHistory } from '../writer/write-history.ts';
import { plainSwipeOf } from './plain-swipe.ts';

const b = bench();
const person = 900;
let nextId = 50_000;

const purse = (kind: PurseKind, balanceFen: number, more: Partial<PurseRow> = {}): PurseRow => ({
  id: nextId++,
  personId: person,
  kind,
  spendOrder: kind === 'MAIN' ? 30 : 10,
  balanceFen,
  heldFen: 0,
  floorFen: 0,
  expiresOn: null,
  batchId: 0,
  ruleId: 0,
  status: 'ACTIVE',
  version: 4,
  ...more,
});

function planned(purses: PurseRow[], request: ConsumeRequest, openFrom = ''): Plan {
  const state = { purses, counters: [], ruleUse: [], originals: new Map(), holds: new Map() };
  const made = plan(state, request, { recordedAtMs: noon + 500, openFrom, nextId: () => nextId++ });
  if (isRefusal(made)) throw new Error(made.code);
  return made;
}

const price = (amountFen: number, countUsed = 0): Partial<ConsumeRequest> => ({
  price: () => ({ originFen: amountFen + 5, discountFen: 5, amountFen, countUsed }),
});
const meals: Partial<ConsumeRequest> = { price: () => ({ originFen: 0, discountFen: 0, amountFen: 0, countUsed: 2 }) };

/** By purse that pays: what the person has, what is asked. */
const cases: [string, () => PurseRow[], ConsumeRequest, string?][] = [
  ['own money', () => [purse('MAIN', 900)], consume(person, 700)],
  [
    'own money beside a subsidy',
    () => [purse('MAIN', 900), purse('SUBSIDY', 50, { status: 'FROZEN' })],
    consume(person, 700),
  ],
  ['a lot', () => [purse('MAIN', 9), purse('SUBSIDY', 900, { batchId: 3 })], consume(person, 1, price(800))],
  ['gift money', () => [purse('MAIN', 9), purse('GIFT', 900)], consume(person, 1, price(12))],
  ['meals', () => [purse('MAIN', 9), purse('COUNT', 3)], consume(person, 1, meals)],
  ['a debt', () => [purse('MAIN', 0)], consume(person, 5, { arrearsLimitFen: 100 })],
  ['late', () => [purse('MAIN', 900)], consume(person, 700, { occurredAt: noon - 40 * 86_400_000 }), '2026-11-01'],
];

describe('written both ways', () => {
  test.each(cases)(
    '%s: posting, lines and the digest of the day are the same',
    async (_, purses, request, openFrom) => {
      await b.database.pool.query(`select wallet_ensure_month('2026-11-20')`);
      const connection = new HotConnection(b.database.connectionConfig);
      const client = await connection.client();
      const made = planned(purses(), request, openFrom);
      const plain = plainSwipeOf(request, made);
      expect(plain).toBeDefined();
      const read = async (history: History) => {
        await sendAll(client, [begin, ...writeHistory(organizationId, [history], connection.desk)]);
        const rows = async (text: string) => (await client.query(text)).rows as Record<string, unknown>[];
        const { businessDate, id } = made.posting ?? { businessDate: '', id: 0 };
        const [own] = await rows(`select count(*)::int as n from posting_row where id = ${id}`);
        const books = [
          await rows(`select * from posting where id = ${id}`),
          await rows(`select * from ledger_entry where posting_id = ${id} order by line_no`),
          await rows(`select * from wallet_day_digest(${organizationId}, '${businessDate}')`),
        ];
        await sendAll(client, [rollback]);
        return { books, ownRows: own?.n };
      };
      const asRows = await read({ plan: made, plain: undefined });
      const asTrade = await read({ plan: made, plain });
      expect(asRows.ownRows).toBe(1);
      expect(asTrade.ownRows).toBe(0);
      expect(asTrade.books).toEqual(asRows.books);
      expect(asRows.books[0]).toHaveLength(1);
      await connection.close();
    },
  );

  test('what one row could not say is no plain swipe', () => {
    const request = consume(person, 700);
    const free = consume(person, 0);
    expect(plainSwipeOf(free, planned([purse('MAIN', 0)], free))).toBeUndefined();
    const two = planned([purse('MAIN', 400), purse('SUBSIDY', 400)], request);
    expect(plainSwipeOf(request, two)).toBeUndefined();
    const outside: ConsumeRequest = { ...request, third: { channel: 'WECHAT', amountFen: 700 } };
    expect(plainSwipeOf(outside, planned([purse('MAIN', 900)], outside))).toBeUndefined();
    for (const more of [
      { operatorId: 5 },
      { reason: '补' },
      { sourceType: 'x', sourceId: 1 },
      { requestKey: 'form:1' },
    ]) {
      const other = { ...request, ...more };
      expect(plainSwipeOf(other, planned([purse('MAIN', 900)], other))).toBeUndefined();
    }
  });
});

describe('a number told again', () => {
  const answered = (outcome: ReturnType<typeof posted>) => ({ ...outcome, replayed: true });

  test('gets the answer it got, whatever happened since', async () => {
    const [mine = 0] = await b.people(1);
    posted(await b.wallet.submit(ask('RECHARGE', mine, { channel: 'CASH', amountFen: 5_000 })));
    const swipe = consume(mine, 700);
    const first = posted(await b.wallet.submit(swipe));
    posted(await b.wallet.submit(consume(mine, 300)));
    expect(posted(await b.wallet.submit(swipe))).toEqual(answered(first));
    const { rows } = await b.database.pool.query(
      'select count(*)::int as n from money_request where request_key = $1',
      [swipe.requestKey],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('gets it where its meaning and balances are the usual, which are not written', async () => {
    const [mine = 0] = await b.people(1);
    posted(await b.wallet.submit(ask('RECHARGE', mine, { channel: 'CASH', amountFen: 5_000 })));
    const cardNo = '8000000017';
    const usual = consume(mine, 700, { meaning: `AMOUNT::${cardNo}` });
    const keyed = consume(mine, 300, { meaning: `AMOUNT:300:${cardNo}` });
    const none = consume(mine, 200);
    const written: [boolean, boolean][] = [];
    for (const made of [usual, keyed, none]) {
      const { meaning: _, ...bare } = made;
      const swipe: ConsumeRequest = { ...(made === none ? bare : made), place: { ...made.place, cardNo } };
      const first = posted(await b.wallet.submit(swipe));
      const { rows } = await b.database.pool.query('select meaning, balances from trade where id = $1', [
        first.tradeId,
      ]);
      written.push([rows[0].meaning !== null, rows[0].balances !== null]);
      expect(posted(await b.wallet.submit(swipe))).toEqual(answered(first));
      for (const meaning of [usual.meaning, keyed.meaning, undefined])
        if (meaning !== swipe.meaning)
          expect(codeOf(await b.wallet.submit({ ...swipe, meaning }))).toBe('IDEMPOTENCY_MISMATCH');
    }
    expect(written).toEqual([
      [false, false],
      [true, false],
      [true, false],
    ]);
  });

  test('late, under another day or from another place, is the same record; for another meaning it is refused', async () => {
    const [mine = 0, other = 0] = await b.people(2);
    for (const who of [mine, other])
      posted(await b.wallet.submit(ask('RECHARGE', who, { channel: 'CASH', amountFen: 5_000 })));
    const swipe = consume(mine, 700);
    const first = posted(await b.wallet.submit(swipe));
    const late = {
      ...swipe,
      occurredAt: noon - 50 * 86_400_000,
      place: { ...swipe.place, offline: true, mealPeriodId: 9, restaurantId: 99 },
    };
    expect(posted(await b.wallet.submit(late))).toEqual(answered(first));
    for (const wrong of [
      { meaning: '800' },
      { personId: other },
      { place: { ...swipe.place, mode: 'FIXED' as const } },
    ])
      expect(codeOf(await b.wallet.submit({ ...swipe, ...wrong }))).toBe('IDEMPOTENCY_MISMATCH');
  });

  test('by two persons at once is taken once', async () => {
    const persons = await b.people(24);
    for (const who of persons)
      posted(await b.wallet.submit(ask('RECHARGE', who, { channel: 'CASH', amountFen: 5_000 })));
    const another = b.another({ firstLane: 3 });
    const number = freshNumber();
    const outcomes = await Promise.all(
      persons.map((who, i) => (i % 2 ? b.wallet : another).submit(consume(who, 700, number))),
    );
    expect(outcomes.map(codeOf).sort()).toEqual([...Array(23).fill('IDEMPOTENCY_MISMATCH'), 'posted']);
  });
});
