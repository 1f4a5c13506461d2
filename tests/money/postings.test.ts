/** Every kind of posting through the real door: balances, splits, refusals; the invariants are checked after each test. */
import { describe, expect, test } from 'vitest';
import { closePurses } from '../../src/domains/wallet/public.server.ts';
import { freezePurses, voidExpiredHolds } from '../../src/domains/wallet/testing.ts';
import { ask, bench, codeOf, consume, minuteMs, noon, organizationId, place, posted } from './support.ts';

const b = bench();
const submit = (request: Parameters<typeof b.wallet.submit>[0]) => b.wallet.submit(request);

async function rich(mainFen = 5000): Promise<number> {
  const [person = 0] = await b.people(1);
  posted(await submit(ask('RECHARGE', person, { channel: 'WECHAT', amountFen: mainFen })));
  return person;
}

describe('consumption', () => {
  test('subsidy pays first, main the rest; a correction goes back in reverse order', async () => {
    const person = await rich();
    posted(await submit(ask('SUBSIDY_GRANT', person, { amountFen: 800, batchId: 1, expiresOn: '2026-11-30' })));
    const eaten = posted(await submit(consume(person, 1200)));
    expect(eaten.split).toEqual({ SUBSIDY: 800, MAIN: 400 });
    expect(eaten.balances).toEqual({ MAIN: 4600, SUBSIDY: 0 });
    expect(eaten.businessDate).toBe('2026-11-20');
    const back = posted(await submit(ask('REVERSE', person, { originalPostingId: eaten.postingId, amountFen: 500 })));
    expect(back.balances).toEqual({ MAIN: 5000, SUBSIDY: 100 });
    expect(back.split).toEqual({ MAIN: -400, SUBSIDY: -100 });
    expect(codeOf(await submit(consume(person, 5200)))).toBe('INSUFFICIENT_BALANCE');
    const rest = posted(await submit(ask('REVERSE', person, { originalPostingId: eaten.postingId })));
    expect(rest.balances).toEqual({ MAIN: 5000, SUBSIDY: 800 });
    const again = await submit(ask('REVERSE', person, { originalPostingId: eaten.postingId, amountFen: 1 }));
    expect(codeOf(again)).toBe('OVER_REVERSED');
  });

  test('the lot that ends first pays first; an expired one never', async () => {
    const person = await rich(0 + 1000);
    posted(await submit(ask('SUBSIDY_GRANT', person, { amountFen: 300, batchId: 2, expiresOn: '2026-12-31' })));
    posted(await submit(ask('SUBSIDY_GRANT', person, { amountFen: 200, batchId: 3, expiresOn: '2026-11-20' })));
    const first = posted(await submit(consume(person, 250)));
    expect(first.balances).toEqual({ MAIN: 1000, SUBSIDY: 250 });
    const next = posted(await submit(consume(person, 300, { occurredAt: noon + 24 * 60 * minuteMs })));
    expect(next.split).toEqual({ SUBSIDY: 250, MAIN: 50 });
  });

  test('price of the nth time and the limits are decided under the lock', async () => {
    const person = await rich();
    const price = ({ mealCount }: { mealCount: number }) => {
      const amountFen = mealCount === 0 ? 100 : 500;
      return { originFen: amountFen, discountFen: 0, amountFen, limits: { mealMaxCount: 2 } };
    };
    const three = await Promise.all([1, 2, 3].map(() => submit(consume(person, 0, { price }))));
    expect(three.map(codeOf)).toEqual(['posted', 'posted', 'LIMIT_PER_MEAL']);
    expect(three.slice(0, 2).map((o) => posted(o).amountFen)).toEqual([100, 500]);
  });

  test('every bound refuses with its own code', async () => {
    const person = await rich(1000);
    const bound = async (limits: object, amountFen = 100) =>
      codeOf(
        await submit(
          consume(person, 0, { price: () => ({ originFen: amountFen, discountFen: 0, amountFen, limits }) }),
        ),
      );
    expect(await bound({})).toBe('posted');
    expect(await bound({ singleMaxFen: 99 })).toBe('LIMIT_SINGLE');
    expect(await bound({ mealMaxFen: 199 })).toBe('LIMIT_PER_MEAL_AMOUNT');
    expect(await bound({ dayMaxFen: 199 })).toBe('LIMIT_PER_DAY_AMOUNT');
    expect(await bound({ dayMaxCount: 1 })).toBe('LIMIT_PER_DAY');
    expect(await bound({ minBalanceFen: 901 })).toBe('MIN_BALANCE');
    expect(codeOf(await submit(consume(person, 1, { facts: { cardState: 'LOST' } })))).toBe('CARD_LOST');
    expect(codeOf(await submit(consume(person, 1, { facts: { personState: 'CLOSING' } })))).toBe('PERSON_NOT_NORMAL');
  });

  test('the same amount at the same device within the interval is marked, not dropped', async () => {
    const person = await rich();
    const price = () => ({ originFen: 600, discountFen: 0, amountFen: 600, limits: { repeatIntervalSec: 60 } });
    const at = (ms: number) => submit(consume(person, 600, { price, occurredAt: noon + ms }));
    expect(posted(await at(0)).suspicious).toBeUndefined();
    expect(posted(await at(20_000)).suspicious).toBe(true);
    expect(posted(await at(5 * minuteMs)).suspicious).toBeUndefined();
  });

  test('overdraft only after everything else, down to its floor', async () => {
    const [person = 0] = await b.people(1, 500);
    posted(await submit(ask('SUBSIDY_GRANT', person, { amountFen: 100 })));
    expect(posted(await submit(consume(person, 400))).balances).toEqual({ MAIN: -300, SUBSIDY: 0 });
    expect(codeOf(await submit(consume(person, 201)))).toBe('INSUFFICIENT_BALANCE');
    expect(posted(await submit(consume(person, 200))).balances).toEqual({ MAIN: -500, SUBSIDY: 0 });
  });

  test('arrears are taken when allowed and repaid by the next recharge', async () => {
    const person = await rich(300);
    const eaten = posted(
      await submit(consume(person, 1000, { arrearsLimitFen: 1000, place: { ...place, offline: true } })),
    );
    expect(eaten.balances).toEqual({ MAIN: 0, SUBSIDY: 0, ARREARS: -700 });
    expect(codeOf(await submit(consume(person, 400, { arrearsLimitFen: 1000 })))).toBe('INSUFFICIENT_BALANCE');
    const half = posted(await submit(ask('DEPOSIT', person, { amountFen: 500, operatorId: 5 })));
    expect(half.balances).toEqual({ MAIN: 0, SUBSIDY: 0, ARREARS: -200 });
    const rest = posted(await submit(ask('RECHARGE', person, { channel: 'ALIPAY', amountFen: 500, giftFen: 50 })));
    expect(rest.balances).toEqual({ MAIN: 300, SUBSIDY: 0, ARREARS: 0, GIFT: 50 });
    const back = posted(await submit(ask('REVERSE', person, { originalPostingId: eaten.postingId })));
    expect(back.balances).toEqual({ MAIN: 1300, SUBSIDY: 0, ARREARS: 0, GIFT: 50 });
  });

  test('a part paid outside never touches a purse', async () => {
    const person = await rich(300);
    const eaten = posted(await submit(consume(person, 1000, { third: { channel: 'WECHAT', amountFen: 800 } })));
    expect(eaten.split).toEqual({ MAIN: 200 });
    expect(eaten.thirdFen).toBe(800);
    const stranger = posted(await submit(consume(0, 700, { third: { channel: 'WECHAT', amountFen: 700 } })));
    expect(stranger.balances).toEqual({});
    const back = posted(await submit(ask('REVERSE', person, { originalPostingId: eaten.postingId, amountFen: 900 })));
    expect(back.split).toEqual({ MAIN: -100 });
  });

  test('meals of the COUNT purse are spent in meals and given back whole', async () => {
    const person = await rich(300);
    posted(
      await submit(ask('SUBSIDY_GRANT', person, { purse: 'COUNT', amountFen: 2, batchId: 9, expiresOn: '2026-12-31' })),
    );
    const price = () => ({ originFen: 0, discountFen: 0, amountFen: 0, countUsed: 1 });
    const meal = posted(await submit(consume(person, 0, { price })));
    expect(meal.balances).toEqual({ MAIN: 300, SUBSIDY: 0, COUNT: 1 });
    expect(meal.countUsed).toBe(1);
    const back = posted(await submit(ask('REVERSE', person, { originalPostingId: meal.postingId })));
    expect(back.balances.COUNT).toBe(2);
    posted(await submit(consume(person, 0, { price })));
    posted(await submit(consume(person, 0, { price })));
    expect(codeOf(await submit(consume(person, 0, { price })))).toBe('INSUFFICIENT_COUNT');
  });

  test('a free meal counts, and can be undone', async () => {
    const person = await rich(300);
    const price = () => ({ originFen: 500, discountFen: 500, amountFen: 0, limits: { mealMaxCount: 1 } });
    const free = posted(await submit(consume(person, 0, { price })));
    expect(codeOf(await submit(consume(person, 0, { price })))).toBe('LIMIT_PER_MEAL');
    posted(await submit(ask('REVERSE', person, { originalPostingId: free.postingId })));
    expect(codeOf(await submit(ask('REVERSE', person, { originalPostingId: free.postingId })))).toBe('OVER_REVERSED');
    expect(codeOf(await submit(consume(person, 0, { price })))).toBe('posted');
  });

  test('supplement takes over the place of its original', async () => {
    const person = await rich(1000);
    const eaten = posted(await submit(consume(person, 300)));
    const more = posted(
      await submit(ask('SUPPLEMENT', person, { amountFen: 200, originalPostingId: eaten.postingId })),
    );
    expect(more.balances.MAIN).toBe(500);
    const { rows } = await b.database.pool.query('select restaurant_id, original_trade_id from trade where id = $1', [
      more.tradeId,
    ]);
    expect(rows[0]).toEqual({ restaurant_id: place.restaurantId, original_trade_id: eaten.tradeId });
  });
});

describe('the other ways', () => {
  test('stored maximum, cash out, refund, card fee and deposit', async () => {
    const person = await rich(1000);
    const over = await submit(ask('RECHARGE', person, { channel: 'CASH', amountFen: 1, maxBalanceFen: 1000 }));
    expect(codeOf(over)).toBe('MAX_BALANCE');
    expect(posted(await submit(ask('CASH_OUT', person, { amountFen: 100, operatorId: 5 }))).balances.MAIN).toBe(900);
    expect(posted(await submit(ask('REFUND', person, { amountFen: 100, channel: 'WECHAT' }))).balances.MAIN).toBe(800);
    expect(posted(await submit(ask('CARD_FEE', person, { amountFen: 100, by: 'MAIN' }))).balances.MAIN).toBe(700);
    expect(
      posted(await submit(ask('CARD_DEPOSIT', person, { amountFen: 200, by: 'CASH', operatorId: 5 }))).balances.MAIN,
    ).toBe(700);
    expect(posted(await submit(ask('CARD_DEPOSIT_RETURN', person, { amountFen: 200, by: 'MAIN' }))).balances.MAIN).toBe(
      900,
    );
    expect(codeOf(await submit(ask('CASH_OUT', person, { amountFen: 901 })))).toBe('INSUFFICIENT_BALANCE');
    expect(codeOf(await submit(ask('DEPOSIT', person, { amountFen: 0 })))).toBe('BAD_AMOUNT');
    expect(codeOf(await submit(ask('DEPOSIT', person, { amountFen: 0.5 })))).toBe('BAD_AMOUNT');
    expect(codeOf(await submit(ask('DEPOSIT', person, { amountFen: -1 })))).toBe('BAD_AMOUNT');
    expect(codeOf(await submit(ask('DEPOSIT', 999, { amountFen: 1 })))).toBe('NO_PURSE');
  });

  test('a deposit is reversed only while the money is there', async () => {
    const person = await rich(100);
    const paid = posted(await submit(ask('DEPOSIT', person, { amountFen: 500, operatorId: 5 })));
    posted(await submit(consume(person, 300)));
    expect(codeOf(await submit(ask('REVERSE', person, { originalPostingId: paid.postingId })))).toBe(
      'INSUFFICIENT_BALANCE',
    );
    posted(await submit(ask('RECHARGE', person, { channel: 'CASH', amountFen: 200 })));
    const back = posted(await submit(ask('REVERSE', person, { originalPostingId: paid.postingId, operatorId: 5 })));
    expect(back.balances.MAIN).toBe(0);
    expect(codeOf(await submit(ask('REVERSE', person, { originalPostingId: back.postingId })))).toBe('NOT_REVERSIBLE');
    const [other = 0] = await b.people(1);
    expect(codeOf(await submit(ask('REVERSE', other, { originalPostingId: paid.postingId })))).toBe(
      'POSTING_NOT_FOUND',
    );
  });

  test('subsidy: returned, cleared after its day, and the correction of a trade whose lot has ended', async () => {
    const person = await rich(100);
    const grant = posted(
      await submit(ask('SUBSIDY_GRANT', person, { amountFen: 900, batchId: 4, expiresOn: '2026-11-20' })),
    );
    const eaten = posted(await submit(consume(person, 300)));
    const more = posted(await submit(consume(person, 200)));
    posted(await submit(ask('SUBSIDY_RETURN', person, { batchId: 4, amountFen: 100 })));
    expect(codeOf(await submit(ask('SUBSIDY_RETURN', person, { batchId: 4, amountFen: 301 })))).toBe('OVER_LOT');
    expect(codeOf(await submit(ask('SUBSIDY_CLEAR', person, {})))).toBe('NOTHING_LEFT');
    const tomorrow = noon + 24 * 60 * minuteMs;
    const cleared = posted(await submit(ask('SUBSIDY_CLEAR', person, { occurredAt: tomorrow })));
    expect(cleared.split).toEqual({ SUBSIDY: 300 });
    const toLot = posted(
      await submit(ask('REVERSE', person, { originalPostingId: eaten.postingId, occurredAt: tomorrow })),
    );
    expect(toLot.balances).toEqual({ MAIN: 100, SUBSIDY: 300 });
    expect(codeOf(await submit(consume(person, 300, { occurredAt: tomorrow })))).toBe('INSUFFICIENT_BALANCE');
    const toMain = posted(
      await submit(
        ask('REVERSE', person, { originalPostingId: more.postingId, occurredAt: tomorrow, expiredLot: 'MAIN' }),
      ),
    );
    expect(toMain.balances).toEqual({ MAIN: 300, SUBSIDY: 300 });
    const late = await submit(ask('SUBSIDY_GRANT', person, { amountFen: 1, expiresOn: '2026-11-19' }));
    expect(codeOf(late)).toBe('LOT_EXPIRED');
    expect(grant.walletId).toBeGreaterThan(0);
  });

  test('the grant of a lot that was cleared since cannot be taken back, for want of money and nothing else', async () => {
    const [person = 0] = await b.people(1);
    const tomorrow = noon + 24 * 60 * minuteMs;
    const grant = posted(
      await submit(ask('SUBSIDY_GRANT', person, { amountFen: 100, batchId: 5, expiresOn: '2026-11-20' })),
    );
    posted(await submit(ask('SUBSIDY_CLEAR', person, { occurredAt: tomorrow })));
    const back = { originalPostingId: grant.postingId, occurredAt: tomorrow };
    expect(codeOf(await submit(ask('REVERSE', person, back)))).toBe('INSUFFICIENT_BALANCE');
    await freezePurses(b.database.pool, organizationId, [person], true);
    expect(codeOf(await submit(ask('REVERSE', person, back)))).toBe('PURSE_FROZEN');
  });

  test('holds: set aside, posted for less, voided', async () => {
    const person = await rich(1000);
    posted(await submit(ask('SUBSIDY_GRANT', person, { amountFen: 200 })));
    const hold = posted(await submit(ask('HOLD', person, { amountFen: 700, purpose: 'ORDER' })));
    expect(codeOf(await submit(consume(person, 501)))).toBe('INSUFFICIENT_BALANCE');
    expect(codeOf(await submit(ask('HOLD_POST', person, { holdId: hold.holdId ?? 0, amountFen: 701, place })))).toBe(
      'OVER_HELD',
    );
    const taken = posted(await submit(ask('HOLD_POST', person, { holdId: hold.holdId ?? 0, amountFen: 300, place })));
    expect(taken.split).toEqual({ SUBSIDY: 200, MAIN: 100 });
    expect(taken.tradeId).toBe(taken.postingId);
    expect(codeOf(await submit(ask('HOLD_VOID', person, { holdId: hold.holdId ?? 0 })))).toBe('HOLD_SETTLED');
    const refund = posted(await submit(ask('HOLD', person, { amountFen: 900, purpose: 'REFUND' })));
    expect(codeOf(await submit(ask('CASH_OUT', person, { amountFen: 1 })))).toBe('INSUFFICIENT_BALANCE');
    posted(await submit(ask('HOLD_VOID', person, { holdId: refund.holdId ?? 0 })));
    const second = posted(await submit(ask('HOLD', person, { amountFen: 900, purpose: 'REFUND' })));
    const out = posted(await submit(ask('HOLD_POST', person, { holdId: second.holdId ?? 0, channel: 'WECHAT' })));
    expect(out.balances).toEqual({ MAIN: 0, SUBSIDY: 0 });
  });

  test('a forgotten hold is given back when its time is over', async () => {
    const person = await rich(500);
    const hold = posted(
      await submit(ask('HOLD', person, { amountFen: 500, purpose: 'ORDER', expiresAt: noon + minuteMs })),
    );
    const tools = { pool: b.database.pool, clock: b.clock, wallet: b.wallet };
    expect(await voidExpiredHolds(tools)).toBe(0);
    b.clock.advance(2 * minuteMs);
    expect(await voidExpiredHolds(tools)).toBe(1);
    b.clock.set(noon);
    expect(codeOf(await submit(ask('HOLD_VOID', person, { holdId: hold.holdId ?? 0 })))).toBe('HOLD_SETTLED');
    expect(posted(await submit(consume(person, 500))).balances.MAIN).toBe(0);
  });

  test('adjustments carry a sign and stay above the floor', async () => {
    const person = await rich(100);
    const up = posted(await submit(ask('ADJUST', person, { purse: 'MAIN', amountFen: 50, reason: '测试' })));
    expect(up.balances.MAIN).toBe(150);
    expect(codeOf(await submit(ask('ADJUST', person, { purse: 'MAIN', amountFen: -151, reason: '测试' })))).toBe(
      'INSUFFICIENT_BALANCE',
    );
    const down = posted(await submit(ask('ADJUST', person, { purse: 'MAIN', amountFen: -150, reason: '测试' })));
    expect(posted(await submit(ask('REVERSE', person, { originalPostingId: down.postingId }))).balances.MAIN).toBe(150);
  });
});

describe('keys', () => {
  test('the same request twice is one posting; another meaning under the key is refused', async () => {
    const person = await rich(1000);
    const request = consume(person, 300);
    const [first, second] = await Promise.all([submit(request), submit({ ...request })]);
    expect(posted(second!).replayed).toBe(true);
    expect(posted(second!)).toEqual({ ...posted(first!), replayed: true });
    const other = await submit({ ...consume(person, 400), requestKey: request.requestKey });
    expect(codeOf(other)).toBe('IDEMPOTENCY_MISMATCH');
    expect(posted(await submit(consume(person, 1))).balances.MAIN).toBe(699);
  });

  test('a refusal is remembered under its key', async () => {
    const person = await rich(100);
    const request = consume(person, 300);
    expect(codeOf(await submit(request))).toBe('INSUFFICIENT_BALANCE');
    posted(await submit(ask('DEPOSIT', person, { amountFen: 900 })));
    expect(codeOf(await submit(request))).toBe('INSUFFICIENT_BALANCE');
    expect(codeOf(await submit(consume(person, 300)))).toBe('posted');
  });

  test('one key used for two people at once posts one of them', async () => {
    const [one, two] = [await rich(500), await rich(500)];
    const key = 'shared-key';
    const both = await Promise.all([
      submit(consume(one, 100, { requestKey: key })),
      submit(consume(two, 100, { requestKey: key })),
    ]);
    expect(both.map(codeOf).sort()).toEqual(['IDEMPOTENCY_MISMATCH', 'posted']);
  });
});

describe('meals', () => {
  const eat = (person: number) =>
    submit(consume(person, 0, { price: () => ({ originFen: 0, discountFen: 0, amountFen: 0, countUsed: 1 }) }));

  test('granted without an end they gather in one purse; a grant is undone while they are there, and no fen moves', async () => {
    const person = await rich(300);
    const grants = [3, 4].map((meals) => ask('SUBSIDY_GRANT', person, { purse: 'COUNT', amountFen: meals }));
    const [first, second] = [posted(await submit(grants[0]!)), posted(await submit(grants[1]!))];
    expect(second).toMatchObject({ amountFen: 0, countUsed: 4, walletId: first.walletId, split: { COUNT: -4 } });
    for (let i = 0; i < 5; i++) posted(await eat(person));
    const reverse = (id: number) => submit(ask('REVERSE', person, { originalPostingId: id }));
    expect(await reverse(first.postingId)).toMatchObject({
      code: 'INSUFFICIENT_COUNT',
      params: { amount: 3, available: 2 },
    });
    posted(await submit(ask('SUBSIDY_GRANT', person, { purse: 'COUNT', amountFen: 1 })));
    expect(posted(await reverse(first.postingId)).balances).toEqual({ MAIN: 300, SUBSIDY: 0, COUNT: 0 });
    expect(codeOf(await reverse(first.postingId))).toBe('OVER_REVERSED');
  });

  test('an account is not closed over them, and they are never called money', async () => {
    const [person = 0] = await b.people(1);
    posted(await submit(ask('SUBSIDY_GRANT', person, { purse: 'COUNT', amountFen: 12 })));
    expect(await closePurses(b.database.pool, organizationId, person)).toMatchObject({
      code: 'MEALS_LEFT',
      params: { meals: 12 },
    });
    posted(await submit(ask('SUBSIDY_RETURN', person, { walletId: await purseOf(person, 'COUNT') })));
    expect(await closePurses(b.database.pool, organizationId, person)).toBeUndefined();
  });
});

async function purseOf(person: number, kind: string): Promise<number> {
  const { rows } = await b.database.pool.query<{ id: number }>(
    'select id from wallet where organization_id = $1 and person_id = $2 and kind = $3',
    [organizationId, person, kind],
  );
  return rows[0]!.id;
}
