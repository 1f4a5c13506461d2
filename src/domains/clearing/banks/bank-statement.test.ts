/** 银行对账: the bank's balance against what channels sent, units paid in and were paid; from the first typed on. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import { platformUnitId } from '../../identity/public.server.ts';
import { runUnitInvariants } from '../../settlement/public.server.ts';
import { endow } from '../../settlement/testing.ts';
import { type ClearingBench, clearingBench, sandboxNo, today, wechatFund } from '../testing.ts';
import { bankBreaks, bankShould } from './bank-chain.ts';

let bench: ClearingBench;
let day: string;
beforeAll(async () => {
  bench = await clearingBench();
});
afterAll(() => bench?.stop());
beforeEach(async () => {
  const { pool } = bench.app.services;
  await pool.query(`update bank_statement set status = 'VOID'`);
  // Every test has days of its own, long before the demo's.
  day = addDays(day ?? addDays(today(bench), -100), 10);
});

interface Row {
  id: number;
  day: string;
  beforeFen: number | null;
  channelFen: number;
  receivedFen: number;
  paidFen: number;
  expectedFen: number | null;
  gapFen: number | null;
  offFen: number | null;
  result: string;
}
const type = (on: string, balanceFen: number, more: object = {}) =>
  bench.ask<{ id: number; fields?: Record<string, string> }>('bank_statement', 'create', {
    account: 'ONE',
    day: on,
    balanceFen,
    ...more,
  });
const rows = async () => (await bench.rows<Row>('bank_statement', { result: ['OPENING', 'OK', 'OFF'] })).toReversed();
/** Between the platform's bank and its own purse, on a day. */
const moves = async (account: 'bank:payout' | 'bank:receipts', fen: number, on: string) => {
  const { services, clock } = bench.app;
  const now = clock.now();
  clock.set(Date.parse(`${on}T12:00:00+08:00`));
  await endow(services, { unitType: 'PLATFORM', unitId: platformUnitId, purse: 'AVAILABLE' }, fen, account);
  clock.set(now);
};
const funds = (on: string, lines: [what: string, fen: number][], opening: number) =>
  bench.drop(
    wechatFund(
      lines.map(([what, fen], i) => ({
        flowNo: `F${on}${i}`,
        channelNo: `C${on}${i}`,
        what,
        fen,
        at: `${on} 10:0${i}:00`,
      })),
      opening,
    ),
    `${sandboxNo}资金账单${on}.csv`,
  );
const broken = () => bankBreaks(bench.app.services.db);

test('from the opening on: what channels sent, what came in, what was paid, what the clerk named', async () => {
  await moves('bank:receipts', 999, addDays(day, -1));
  await type(day, 1_000_000);
  const [d1, d2] = [addDays(day, 1), addDays(day, 2)];
  const { sheets } = await funds(
    d1,
    [
      ['交易', 70_000],
      ['提现', -50_000],
      ['充值', 2_000],
    ],
    100_000,
  );
  expect(sheets.map(({ refused }) => refused)).toEqual(['']);
  await moves('bank:receipts', 8_800, d1);
  await moves('bank:receipts', 1_200, d2);
  expect(await bankShould(bench.app.services.db, 'ONE', d1)).toBe(1_000_000 + 48_000 + 8_800);
  await type(d1, 1_056_800);
  await type(d2, 1_057_935, { otherFen: -65, otherNote: '转账手续费' });
  expect(await rows()).toMatchObject([
    { day, result: 'OPENING', beforeFen: null, expectedFen: null, offFen: null },
    { day: d1, result: 'OK', channelFen: 48_000, receivedFen: 8_800, paidFen: 0, expectedFen: 1_056_800, gapFen: 0 },
    { day: d2, result: 'OK', channelFen: 0, receivedFen: 1_200, beforeFen: 1_056_800, gapFen: 0, offFen: 0 },
  ]);
  expect(await broken()).toEqual([]);
});

test('what arrives a day later is off on its day and even the next; off on the newest day breaks U11 by name', async () => {
  const { services } = bench.app;
  await type(day, 500_000);
  const [d1, d2] = [addDays(day, 1), addDays(day, 2)];
  await moves('bank:receipts', 20_000, d1);
  // The bank has it a day later.
  await type(d1, 500_000);
  expect(await broken()).toEqual([
    { subject: `打款与收款同一账户 ${d1}`, found: '银行余额 5,000.00 元，账面应有 5,200.00 元' },
  ]);
  expect((await runUnitInvariants(services)).filter(({ rule }) => rule === 'U11')).toHaveLength(1);
  await type(d2, 520_000);
  expect((await rows()).map(({ gapFen, offFen, result }) => [gapFen, offFen, result])).toEqual([
    [null, null, 'OPENING'],
    [-20_000, -20_000, 'OFF'],
    [20_000, 0, 'OK'],
  ]);
  expect(await broken()).toEqual([]);
});

test('a payment that left the bank and not the books is found, by whichever account pays', async () => {
  const [d1] = [addDays(day, 1)];
  await type(day, 300_000, { account: 'PAYOUT' });
  await type(day, 50_000, { account: 'RECEIPTS' });
  await moves('bank:receipts', 4_000, d1);
  await moves('bank:payout', 9_000, d1);
  await type(d1, 54_000, { account: 'RECEIPTS' });
  // Money that came back from the bank is money paid less.
  await type(d1, 300_000 + 9_000 - 7_000, { account: 'PAYOUT' });
  expect(await broken()).toEqual([{ subject: `打款账户 ${d1}`, found: '银行余额 3,020.00 元，账面应有 3,090.00 元' }]);
});

test('refused: tomorrow, a day twice, both ways of counting accounts, other money without a word; voided and typed anew', async () => {
  expect(await type(addDays(today(bench), 1), 1)).toMatchObject({ fields: { day: '不能晚于今天' } });
  const { id } = await type(day, 700_000);
  expect(await type(day, 1)).toMatchObject({ errorcode: 3645 });
  expect(await type(day, 1, { account: 'PAYOUT' })).toMatchObject({ errorcode: 3646 });
  expect(await type(addDays(day, 1), 1, { otherFen: 5 })).toMatchObject({ fields: { otherNote: expect.any(String) } });
  await type(addDays(day, 1), 700_100);
  expect(await broken()).toHaveLength(1);
  expect(await bench.ask('bank_statement', 'void', { id, reason: '看错一行' })).not.toHaveProperty('errorcode');
  expect(await bench.ask('bank_statement', 'void', { id, reason: '看错一行' })).toMatchObject({
    errorcode: 1204,
    errormsg: '这一条现在不能作废，请刷新后再看',
  });
  // The later one is where counting begins now.
  expect(await rows()).toMatchObject([{ result: 'OPENING', offFen: null }]);
  expect(await broken()).toEqual([]);
  await type(day, 700_100);
  expect(await rows()).toMatchObject([{ result: 'OPENING' }, { result: 'OK' }]);
});

test('a unit’s own merchant number sends its money to the unit’s bank', async () => {
  const d1 = addDays(day, 1);
  await funds(
    d1,
    [
      ['交易', 70_000],
      ['提现', -60_000],
    ],
    0,
  );
  await type(day, 100_000);
  expect(await bankShould(bench.app.services.db, 'ONE', d1)).toBe(160_000);
  const { pool } = bench.app.services;
  await pool.query(
    `insert into direct_merchant (organization_id, id, channel, merchant_no, created_at, updated_at)
     select id, 77001, 'WECHAT', $1, now(), now() from organization order by id limit 1`,
    [sandboxNo],
  );
  expect(await bankShould(bench.app.services.db, 'ONE', d1)).toBe(100_000);
  await pool.query('delete from direct_merchant where id = 77001');
});
