/** 每日收入汇总 and 每日充值汇总: what came in, by the way it came, also where it repaid a debt or was taken back. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { anyPage } from '../../../kit/define/page.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { type FundingBench, fundingBench } from '../testing.ts';
import personalRechargeSummary from './pages/personal-recharge-summary.page.ts';

let bench: FundingBench;
beforeAll(async () => {
  bench = await fundingBench(['/admin/organization/deposit#create', '/admin/organization/deposit#query']);
});
afterAll(() => bench?.stop());
afterEach(() => bench.sound());

interface Answer {
  rows: Record<string, number | string>[];
  sums: Record<string, number>;
  check: { ok: boolean; text: string };
}
const today = () => businessDay(bench.app.clock.now());
const ask = (page: string, search: Record<string, unknown> = {}) =>
  bench.call<Answer>(page, 'query', { size: 100, search: { businessDate: [today(), today()], ...search } });

async function owe(personId: number, amountFen: number): Promise<void> {
  const { wallet, ids, clock } = bench.app.services;
  const made = await wallet.submit({
    kind: 'SUPPLEMENT',
    organizationId: bench.organizationId,
    requestKey: `owe:${await ids.next()}`,
    personId,
    occurredAt: clock.now(),
    amountFen,
    place: {
      cardId: 0,
      cardNo: '',
      restaurantId: 0,
      deploySiteId: 0,
      deviceId: 0,
      deviceSeq: '',
      mealPeriodId: 0,
      departmentId: 0,
      personTypeId: 0,
      mode: 'MANUAL',
      identify: 'MANUAL',
      offline: false,
    } as never,
    arrearsLimitFen: 10_000,
  });
  expect(isRefusal(made)).toBe(false);
}

test('cash that repays a debt is cash all the same; a reversal stands where the money had come in', async () => {
  const before = (await ask('daily_income_summary')).sums;
  const chargedBefore = (await ask('daily_recharge_summary')).sums;
  const personId = await bench.person();
  await owe(personId, 3_000);
  await bench.call('deposit', 'create', { personId, amountFen: 10_000 });
  expect((await bench.mainFen(personId)).balance).toBe(7_000);
  await bench.call('recharge', 'create', { personId, amountFen: 2_000, channel: 'CASH' });
  await bench.call('recharge', 'create', { personId, amountFen: 4_000, channel: 'WECHAT', channelNo: `W${personId}` });
  const wrong = await bench.call<{ id: number }>('deposit', 'create', { personId, amountFen: 500 });
  await bench.call('deposit', 'reverse', { id: wrong.id, reason: '收错人' });
  const after = await ask('daily_income_summary');
  const more = (key: string) => after.sums[key]! - before[key]!;
  expect([more('depositFen'), more('onlineFen'), more('importFen'), more('netInFen')]).toEqual([
    12_000, 4_000, 0, 16_000,
  ]);
  expect(after.check.ok).toBe(true);
  const charged = await ask('daily_recharge_summary');
  const extra = (key: string) => charged.sums[key]! - chargedBefore[key]!;
  expect([extra('cashFen'), extra('wechatFen'), extra('totalFen'), extra('reversedFen'), extra('netFen')]).toEqual([
    12_500, 4_000, 16_500, 500, 16_000,
  ]);
  expect(charged.check.ok).toBe(true);
});

test('one operator alone', async () => {
  const personId = await bench.person();
  await bench.call('deposit', 'create', { personId, amountFen: 1_100 }, bench.boss);
  const { rows } = await bench.call<{ rows: { operatorName: string }[] }>('deposit', 'query', {
    search: { personId: [personId] },
  });
  const name = rows[0]!.operatorName;
  const own = await ask('daily_recharge_summary', { operatorName: name });
  expect(own.rows).toMatchObject([{ businessDate: today(), cashFen: 1_100, totalFen: 1_100, netFen: 1_100 }]);
  expect((await ask('daily_recharge_summary', { operatorName: '没有这个人' })).rows).toEqual([]);
});

test('个人充值汇总: each way in its column, reversals netted, and the whole as 对账单 has it', async () => {
  const personId = await bench.person();
  await owe(personId, 3_000);
  await bench.call('deposit', 'create', { personId, amountFen: 10_000 });
  await bench.call('recharge', 'create', { personId, amountFen: 2_000, giftFen: 150, channel: 'CASH' });
  await bench.call('recharge', 'create', { personId, amountFen: 4_000, channel: 'ALIPAY', channelNo: `A${personId}` });
  await bench.call('cash_out_detail', 'create', { personId, amountFen: 700, reason: 'PARTIAL' });
  const wrong = await bench.call<{ id: number }>('cash_out_detail', 'create', {
    personId,
    amountFen: 400,
    reason: 'PARTIAL',
  });
  await bench.call('cash_out_detail', 'reverse', { id: wrong.id, reason: '点错' });
  // The gift of an activity is a lot as a subsidy's is, and no subsidy: granted, taken back in part, and ended.
  const { wallet, clock } = bench.app.services;
  const gift = { organizationId: bench.organizationId, personId, occurredAt: clock.now() };
  const given = await wallet.submit({
    ...gift,
    kind: 'SUBSIDY_GRANT',
    requestKey: `gift:${personId}`,
    purse: 'GIFT',
    amountFen: 900,
    batchId: 9,
    expiresOn: today(),
  });
  if (isRefusal(given)) throw new Error(given.code);
  const { walletId } = given.posted;
  const { jobNumber } = await bench.call<{ jobNumber: string }>('user', 'get', { id: personId });
  const rows = async () => (await ask('personal_recharge_summary', { keyword: jobNumber })).rows;
  expect(await rows()).toMatchObject([{ giftFen: 1_050, subsidyFen: 0, netFen: 16_350 }]);
  await wallet.submit({ ...gift, kind: 'SUBSIDY_RETURN', requestKey: `back:${personId}`, walletId, amountFen: 400 });
  expect(await rows()).toMatchObject([{ giftFen: 650, returnedFen: 0, netFen: 15_950 }]);
  await wallet.submit({ ...gift, kind: 'SUBSIDY_CLEAR', requestKey: `end:${personId}`, walletId });
  expect(await rows()).toMatchObject([{ giftFen: 150, clearedFen: 0 }]);
  const own = await ask('personal_recharge_summary', { keyword: jobNumber });
  expect(own.rows).toMatchObject([
    { onlineFen: 4_000, cashFen: 12_000, importFen: 0, giftFen: 150, cashOutFen: 700, refundFen: 0, netFen: 15_450 },
  ]);
  // Each number opens the documents it counts.
  const drill = anyPage(personalRechargeSummary).report!.drill!;
  for (const key of ['onlineFen', 'cashOutFen']) {
    const to = drill.columns![key]!;
    const asked = to.search(own.rows[0]!, { businessDate: [today(), today()] });
    const search = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null));
    const lines = await bench.call<Answer>(String(to.path).replace('/admin/organization/', ''), 'query', {
      search: { ...search, personId: [asked.personId] },
    });
    expect([key, lines.sums.amountFen]).toEqual([key, own.rows[0]![key]]);
  }
  const all = await ask('personal_recharge_summary', { businessDate: [null, null] });
  expect(all.check).toEqual({ ok: true, text: expect.stringContaining(' = 对账单同期') });
  const other = await ask('personal_recharge_summary', { businessDate: ['2020-01-01', '2020-01-31'] });
  expect(other.rows).toEqual([]);
});
