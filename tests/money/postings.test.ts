/** Every kind of posting once through the real door: balances, splits, refusals. */
import { expect, test } from 'vitest';
import { ask, bench, codeOf, consume, posted } from './support.ts';

const b = bench();

test('recharge, subsidy, consumption: subsidy pays first, main the rest', async () => {
  const [person = 0] = await b.people(1);
  const recharged = posted(await b.wallet.submit(ask('RECHARGE', person, { channel: 'WECHAT', amountFen: 5000 })));
  expect(recharged.balances).toEqual({ MAIN: 5000, SUBSIDY: 0 });
  posted(await b.wallet.submit(ask('SUBSIDY_GRANT', person, { amountFen: 800, batchId: 1, expiresOn: '2026-11-30' })));
  const eaten = posted(await b.wallet.submit(consume(person, 1200)));
  expect(eaten.split).toEqual({ SUBSIDY: 800, MAIN: 400 });
  expect(eaten.balances).toEqual({ MAIN: 4600, SUBSIDY: 0 });
  expect(eaten.businessDate).toBe('2026-11-20');
  const back = posted(
    await b.wallet.submit(ask('REVERSE', person, { originalPostingId: eaten.postingId, amountFen: 500 })),
  );
  expect(back.balances).toEqual({ MAIN: 5000, SUBSIDY: 100 });
  expect(codeOf(await b.wallet.submit(consume(person, 5200)))).toBe('INSUFFICIENT_BALANCE');
});
