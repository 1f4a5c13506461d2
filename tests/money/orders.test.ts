/** Meals ordered ahead: money set aside for a day, taken when it was eaten or left standing; and meals others pay for. */
import { describe, expect, test } from 'vitest';
import type { ConsumeRequest, Posted } from '../../src/domains/wallet/public.server.ts';
import type { HoldPostRequest, HoldRequest } from '../../src/domains/wallet/testing.ts';
import { ask, bench, codeOf, consume, noon, organizationId, place, posted } from './support.ts';

const b = bench();
const submit = (request: Parameters<typeof b.wallet.submit>[0]) => b.wallet.submit(request);

const today = '2026-11-20';
const nextDay = '2026-11-21';
const dayMs = 86_400_000;

async function rich(mainFen = 5000): Promise<number> {
  const [person = 0] = await b.people(1);
  posted(await submit(ask('RECHARGE', person, { channel: 'WECHAT', amountFen: mainFen })));
  return person;
}
const order = (person: number, amountFen: number, more: Partial<HoldRequest> = {}) =>
  submit(ask('HOLD', person, { amountFen, purpose: 'ORDER', spendOn: today, ...more }));
const take = async (person: number, hold: Posted, more: Partial<HoldPostRequest> = {}) =>
  posted(await submit(ask('HOLD_POST', person, { holdId: hold.holdId!, place: { ...place, mode: 'ORDER' }, ...more })));
const undo = async (person: number, trade: Posted, more: { amountFen?: number } = {}) =>
  posted(await submit(ask('REVERSE', person, { originalPostingId: trade.postingId, ...more })));

async function tradeOf({ postingId }: Posted) {
  const { rows } = await b.database.pool.query<{ heads: number; nth: number; attendance: string; trace: object }>(
    'select heads, restaurant_heads as "restaurantHeads", nth, attendance, rule_trace as trace from trade where organization_id = $1 and id = $2',
    [organizationId, postingId],
  );
  return rows[0]!;
}
async function counted(person: number): Promise<number> {
  const { rows } = await b.database.pool.query<{ trades: number }>(
    `select coalesce(sum((spent::bigint[])[n + 3]), 0)::int as trades from wallet
     cross join lateral generate_series(0, cardinality(spent::bigint[]) - 1, 7) as n
     where organization_id = $1 and person_id = $2 and kind = 'MAIN'`,
    [organizationId, person],
  );
  return rows[0]!.trades;
}
async function heldFen(person: number): Promise<number> {
  const { rows } = await b.database.pool.query<{ fen: number }>(
    'select sum(held_fen)::bigint as fen from wallet where organization_id = $1 and person_id = $2',
    [organizationId, person],
  );
  return rows[0]!.fen;
}

describe('money set aside for a day', () => {
  test('is never of a subsidy that ends before that day', async () => {
    const person = await rich(1000);
    posted(await submit(ask('SUBSIDY_GRANT', person, { amountFen: 600, batchId: 1, expiresOn: today })));
    const tomorrow = posted(await order(person, 700, { spendOn: nextDay }));
    const eaten = await take(person, tomorrow, { occurredAt: noon + dayMs });
    expect(eaten.split).toEqual({ MAIN: 700 });
    expect(codeOf(await order(person, 400, { spendOn: nextDay }))).toBe('INSUFFICIENT_BALANCE');
    expect(codeOf(await order(person, 400))).toBe('posted');
  });

  test('counts into what a rule gives on that day, whether swiped or ordered, until it is released', async () => {
    const person = await rich(5000);
    const lot = { amountFen: 3000, batchId: 2, ruleId: 40, expiresOn: '2026-12-31' };
    posted(await submit(ask('SUBSIDY_GRANT', person, lot)));
    const ruleDayLimitsFen = new Map([[40, 1000]]);
    const first = posted(await order(person, 800, { ruleDayLimitsFen }));
    const eaten = posted(await submit(consume(person, 500, { ruleDayLimitsFen })));
    expect(eaten.split).toEqual({ SUBSIDY: 200, MAIN: 300 });
    const other = posted(await order(person, 300, { spendOn: nextDay, ruleDayLimitsFen }));
    expect((await take(person, other, { occurredAt: noon + dayMs })).split).toEqual({ SUBSIDY: 300 });
    posted(await submit(ask('HOLD_VOID', person, { holdId: first.holdId! })));
    const again = posted(await submit(consume(person, 900, { ruleDayLimitsFen })));
    expect(again.split).toEqual({ SUBSIDY: 800, MAIN: 100 });
  });

  test('a day nobody could mean is refused', async () => {
    const person = await rich();
    expect(codeOf(await order(person, 100, { spendOn: '2026-11-2O' }))).toBe('MALFORMED');
    expect(codeOf(await order(person, 100, { spendOn: '2036-11-20' }))).toBe('MALFORMED');
  });
});

describe('an order that is changed', () => {
  test('sets the new sum aside in the place of the old, within the same bound of the day', async () => {
    const person = await rich(1000);
    posted(await submit(ask('SUBSIDY_GRANT', person, { amountFen: 900, batchId: 3, ruleId: 41, expiresOn: today })));
    const ruleDayLimitsFen = new Map([[41, 900]]);
    const first = posted(await order(person, 1000, { ruleDayLimitsFen }));
    const second = posted(await order(person, 1800, { ruleDayLimitsFen, replacesHoldId: first.holdId! }));
    expect(await heldFen(person)).toBe(1800);
    expect(codeOf(await submit(ask('HOLD_POST', person, { holdId: first.holdId!, place })))).toBe('HOLD_SETTLED');
    expect((await take(person, second)).split).toEqual({ SUBSIDY: 900, MAIN: 900 });
  });

  test('stays as it was when the new sum is more than there is', async () => {
    const person = await rich(1000);
    const first = posted(await order(person, 700));
    expect(codeOf(await order(person, 1001, { replacesHoldId: first.holdId! }))).toBe('INSUFFICIENT_BALANCE');
    expect(await heldFen(person)).toBe(700);
    expect((await take(person, first)).amountFen).toBe(700);
  });

  test('of somebody else or settled before is refused', async () => {
    const [one, other] = [await rich(), await rich()];
    const first = posted(await order(one, 700));
    expect(codeOf(await order(other, 100, { replacesHoldId: first.holdId! }))).toBe('HOLD_NOT_FOUND');
    await take(one, first);
    expect(codeOf(await order(one, 100, { replacesHoldId: first.holdId! }))).toBe('HOLD_SETTLED');
  });

  test('two changes at once leave one of them', async () => {
    const person = await rich(1000);
    const first = posted(await order(person, 400));
    const both = await Promise.all([600, 700].map((fen) => order(person, fen, { replacesHoldId: first.holdId! })));
    expect(both.map(codeOf).sort()).toEqual(['HOLD_SETTLED', 'posted']);
    expect([600, 700]).toContain(await heldFen(person));
  });
});

describe('what was ordered and left standing', () => {
  test('is charged without a diner, a meal eaten or a second time, and goes back as it came', async () => {
    const person = await rich();
    const absent = await take(person, posted(await order(person, 900)), { absent: true, amountFen: 600 });
    expect(await tradeOf(absent)).toMatchObject({ heads: 0, restaurantHeads: 0, nth: 0, attendance: 'ORDERED_ABSENT' });
    expect(await counted(person)).toBe(0);
    const eaten = posted(await submit(consume(person, 500)));
    expect(await tradeOf(eaten)).toMatchObject({ heads: 1, nth: 1, attendance: '' });
    expect(await tradeOf(await undo(person, absent, { amountFen: 100 }))).toMatchObject({ heads: 0 });
    expect(await tradeOf(await undo(person, absent))).toMatchObject({ heads: 0, attendance: 'ORDERED_ABSENT' });
    expect(await counted(person)).toBe(1);
  });

  test('and was eaten after all: taken back and booked anew, it is one diner', async () => {
    const person = await rich();
    const absent = await take(person, posted(await order(person, 900)), { absent: true });
    const [gone, eaten] = await b.wallet.submitMany([
      ask('REVERSE', person, { originalPostingId: absent.postingId }),
      consume(person, 900, {
        price: () => ({ originFen: 900, discountFen: 0, amountFen: 900, attendance: 'ORDERED_EATEN' }),
      }),
    ]);
    expect([codeOf(gone!), codeOf(eaten!)]).toEqual(['posted', 'posted']);
    expect(await tradeOf(posted(eaten!))).toMatchObject({ heads: 1, nth: 1, attendance: 'ORDERED_EATEN' });
    expect(await counted(person)).toBe(1);
  });

  test('eaten, it is a diner like any other', async () => {
    const person = await rich();
    const eaten = await take(person, posted(await order(person, 900)));
    expect(await tradeOf(eaten)).toMatchObject({ heads: 1, nth: 1, attendance: 'ORDERED_EATEN' });
    expect(await tradeOf(await undo(person, eaten))).toMatchObject({ heads: -1 });
    expect(await counted(person)).toBe(0);
  });

  test('the same capture asked as eaten and as absent is not the same request', async () => {
    const person = await rich();
    const { holdId = 0 } = posted(await order(person, 900));
    const key = { requestKey: `absent:${person}`, holdId, place };
    posted(await submit(ask('HOLD_POST', person, { ...key, absent: true })));
    expect(codeOf(await submit(ask('HOLD_POST', person, key)))).toBe('IDEMPOTENCY_MISMATCH');
  });
});

describe('a penalty', () => {
  test('says why, takes from the purses the rule names, and is no diner', async () => {
    const person = await rich(1000);
    posted(await submit(ask('SUBSIDY_GRANT', person, { amountFen: 500 })));
    const trace = { rule: 4, nth: 3, freeUsed: 2 };
    const charged = posted(
      await submit(
        ask('SUPPLEMENT', person, {
          amountFen: 600,
          place,
          trace,
          purseCapFen: ({ kind }) => (kind === 'MAIN' ? Number.MAX_SAFE_INTEGER : 0),
        }),
      ),
    );
    expect(charged.split).toEqual({ MAIN: 600 });
    expect(await tradeOf(charged)).toMatchObject({ heads: 0, trace: { price: trace } });
    expect(await counted(person)).toBe(0);
    await undo(person, charged);
    expect(await counted(person)).toBe(0);
  });
});

describe('a meal others pay for', () => {
  const guests = (heads: number, amountFen: number): ConsumeRequest =>
    consume(0, amountFen, { third: { channel: 'UNIT', amountFen }, heads });

  test('counts every portion as a diner, and takes all of them back', async () => {
    const eaten = posted(await submit(guests(12, 60_000)));
    expect(await tradeOf(eaten)).toMatchObject({ heads: 12, restaurantHeads: 12 });
    expect(await tradeOf(await undo(0, eaten, { amountFen: 1000 }))).toMatchObject({ heads: 0 });
    expect(await tradeOf(await undo(0, eaten))).toMatchObject({ heads: -12, restaurantHeads: -12 });
  });

  test('on wages leaves the purses alone and the diner counted', async () => {
    const person = await rich(100);
    const third = { channel: 'PAYROLL' as const, amountFen: 1200 };
    const eaten = posted(await submit(consume(person, 1200, { third })));
    expect(eaten).toMatchObject({ split: {}, thirdFen: 1200, balances: { MAIN: 100 } });
    expect(await counted(person)).toBe(1);
  });

  test('only a trade that is nobody’s stands for several', async () => {
    const person = await rich();
    await expect(submit(consume(person, 100, { heads: 2 }))).rejects.toThrow('heads');
  });
});
