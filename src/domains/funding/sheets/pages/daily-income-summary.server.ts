/** 每日收入汇总 and 每日充值汇总 out of the account rollup. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { consumedByDay, type IncomingDay, incomingDays, mealFees, operatorsNamed, searchedDays } from '../incoming.ts';
import { dailyIncomeSummary, dailyRechargeSummary } from './daily-income-summary.page.ts';

function incomeRow(day: IncomingDay, i: number, consumeFen: number, mealFeeFen: number) {
  const onlineFen =
    day.wechatFen + day.alipayFen + day.bankFen + day.transferFen + day.deviceFen - day.onlineReversedFen;
  const depositFen = day.cashFen + day.depositFen - day.cashReversedFen;
  const importFen = day.importFen - day.importReversedFen;
  return {
    id: i + 1,
    businessDate: day.date,
    onlineFen,
    depositFen,
    importFen,
    refundFen: day.refundFen,
    cashOutFen: day.cashOutFen,
    purseFen: day.purseFen,
    thirdFen: day.thirdFen,
    consumeFen,
    feeFen: day.feeFen,
    mealFeeFen,
    netInFen: day.keptFen - day.givenFen,
  };
}

function rechargeRow(day: IncomingDay, i: number) {
  const { wechatFen, alipayFen, bankFen, transferFen, deviceFen, importFen, feeFen } = day;
  const reversedFen = day.onlineReversedFen + day.cashReversedFen + day.importReversedFen;
  const cashFen = day.cashFen + day.depositFen;
  return {
    id: i + 1,
    businessDate: day.date,
    wechatFen,
    alipayFen,
    bankFen,
    cashFen,
    transferFen,
    deviceFen,
    importFen,
    totalFen: day.arrivedFen,
    reversedFen,
    netFen: day.keptFen,
    feeFen,
  };
}

const channels = ['wechatFen', 'alipayFen', 'bankFen', 'cashFen', 'transferFen', 'deviceFen', 'importFen'] as const;

/** Both sheets read the same postings at the two sides of theirs: where money came from or went to, and the purses. */
const from = (account: string, kinds: string) => `rollup_account_day of ${account}, ${kinds}`;
const outside = (kinds: string) => from('cash_drawer, channel:*', kinds);
const purses = (kinds: string) => from('wallet:*', kinds);

export default [
  bind(dailyIncomeSummary, {
    rows: async (ctx, search) => {
      const days = searchedDays(search);
      const [incoming, consumed, fees] = await Promise.all([
        incomingDays(ctx, ...days),
        consumedByDay(ctx, ...days),
        mealFees(ctx, ...days),
      ]);
      return incoming.map((day, i) => incomeRow(day, i, consumed.get(day.date) ?? 0, fees.get(day.date) ?? 0));
    },
    proof: {
      reads: {
        onlineFen: outside('RECHARGE'),
        depositFen: outside('DEPOSIT'),
        importFen: outside('RECHARGE'),
        refundFen: purses('REFUND'),
        cashOutFen: purses('CASH_OUT'),
        netInFen: [purses('RECHARGE, DEPOSIT'), outside('REFUND, CASH_OUT')],
        purseFen: purses('CONSUME'),
        thirdFen: outside('CONSUME'),
        consumeFen: 'consumed_by_place',
      },
    },
  }),
  bind(dailyRechargeSummary, {
    rows: async (ctx, search) => {
      const operators = await operatorsNamed(ctx, search.operatorName);
      const days = await incomingDays(ctx, ...searchedDays(search), operators);
      return days.map(rechargeRow).filter((r) => r.totalFen + r.reversedFen > 0);
    },
    proof: {
      reads: {
        ...Object.fromEntries(channels.map((key) => [key, outside('RECHARGE, DEPOSIT')])),
        totalFen: purses('RECHARGE, DEPOSIT'),
        reversedFen: outside('REVERSE'),
        netFen: purses('RECHARGE, DEPOSIT, REVERSE'),
      },
    },
  }),
];
