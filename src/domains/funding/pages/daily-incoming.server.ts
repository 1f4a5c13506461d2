/** 每日收入汇总 and 每日充值汇总 out of the account rollup. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { answerComputed } from '../../../kit/server/page/computed.ts';
import { type IncomingDay, incomingDays, operatorsNamed, searchedDays } from '../incoming.ts';
import { dailyIncomeSummary, dailyRechargeSummary } from './daily-incoming.page.ts';

function incomeRow(day: IncomingDay, i: number) {
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
    consumeFen: day.consumeFen,
    thirdFen: day.thirdFen,
    feeFen: day.feeFen,
    netInFen: onlineFen + depositFen + importFen - day.refundFen - day.cashOutFen,
  };
}

function rechargeRow(day: IncomingDay, i: number) {
  const { wechatFen, alipayFen, bankFen, transferFen, deviceFen, importFen, feeFen } = day;
  const reversedFen = day.onlineReversedFen + day.cashReversedFen + day.importReversedFen;
  const cashFen = day.cashFen + day.depositFen;
  const totalFen = wechatFen + alipayFen + bankFen + transferFen + deviceFen + importFen + cashFen;
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
    totalFen,
    reversedFen,
    netFen: totalFen - reversedFen,
    feeFen,
  };
}

export default [
  bind(dailyIncomeSummary, {
    query: async (ctx, input) => {
      const rows = (await incomingDays(ctx, ...searchedDays(input.search))).map(incomeRow);
      const answer = answerComputed(dailyIncomeSummary, rows, input);
      const { onlineFen = 0, importFen = 0, depositFen = 0, refundFen = 0, cashOutFen = 0, netInFen = 0 } = answer.sums;
      return {
        ...answer,
        check: {
          ok: netInFen === onlineFen + importFen + depositFen - refundFen - cashOutFen,
          text: `资金净流入 ${formatFenGrouped(netInFen)} = 充值 ${formatFenGrouped(onlineFen + importFen)} + 存款 ${formatFenGrouped(depositFen)} − 退款 ${formatFenGrouped(refundFen)} − 取款 ${formatFenGrouped(cashOutFen)}`,
        },
      };
    },
  }),
  bind(dailyRechargeSummary, {
    query: async (ctx, input) => {
      const [from, to] = searchedDays(input.search);
      const operators = await operatorsNamed(ctx, input.search.operatorName);
      const rows = (await incomingDays(ctx, from, to, operators))
        .map(rechargeRow)
        .filter((r) => r.totalFen + r.reversedFen > 0);
      const channels = [
        'wechatFen',
        'alipayFen',
        'bankFen',
        'cashFen',
        'transferFen',
        'deviceFen',
        'importFen',
      ] as const;
      const answer = answerComputed(dailyRechargeSummary, rows, input);
      const sum = channels.reduce((total, k) => total + answer.sums[k]!, 0);
      const { totalFen = 0, reversedFen = 0, netFen = 0 } = answer.sums;
      return {
        ...answer,
        check: {
          ok: totalFen === sum && netFen === totalFen - reversedFen,
          text: `合计 ${formatFenGrouped(totalFen)} = 各渠道之和；净额 ${formatFenGrouped(netFen)} = 合计 − 冲正 ${formatFenGrouped(reversedFen)}`,
        },
      };
    },
  }),
];
