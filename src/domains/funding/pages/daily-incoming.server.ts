/** 每日收入汇总 and 每日充值汇总 out of the account rollup. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { answerComputed } from '../../../kit/server/page/computed.ts';
import { type IncomingDay, type IncomingFilter, incomingDays, rechargeFees, searchedDays } from '../incoming.ts';
import { dailyIncomeSummary, dailyRechargeSummary } from './daily-incoming.page.ts';

const filterOf = (search: Readonly<Record<string, unknown>>): IncomingFilter => {
  const [from, to] = searchedDays(search);
  const name = typeof search.operatorName === 'string' ? search.operatorName.trim() : '';
  return { from, to, operatorName: name || null };
};

/** The days of a sheet with the fees of their recharges. */
async function daysOf(ctx: Ctx, search: Readonly<Record<string, unknown>>) {
  const filter = filterOf(search);
  const [days, fees] = await Promise.all([incomingDays(ctx, filter), rechargeFees(ctx, filter)]);
  return days.map((day) => ({ ...day, feeFen: fees.get(day.date) ?? 0 }));
}
type Day = IncomingDay & { feeFen: number };

function incomeRow(day: Day, i: number) {
  const onlineFen = day.wechatFen + day.alipayFen + day.bankFen + day.transferFen + day.deviceFen - day.otherBackFen;
  const depositFen = day.depositFen + day.cashFen - day.cashBackFen;
  const importFen = day.importFen - day.importBackFen;
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

function rechargeRow(day: Day, i: number) {
  const { wechatFen, alipayFen, bankFen, transferFen, deviceFen, importFen, feeFen } = day;
  const reversedFen = day.cashBackFen + day.importBackFen + day.otherBackFen;
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
      const rows = (await daysOf(ctx, input.search)).map(incomeRow);
      const answer = answerComputed(rows, input, [
        'onlineFen',
        'depositFen',
        'importFen',
        'refundFen',
        'cashOutFen',
        'netInFen',
        'consumeFen',
        'thirdFen',
        'feeFen',
      ]);
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
      const rows = (await daysOf(ctx, input.search)).map(rechargeRow);
      const channels = [
        'wechatFen',
        'alipayFen',
        'bankFen',
        'cashFen',
        'transferFen',
        'deviceFen',
        'importFen',
      ] as const;
      const answer = answerComputed(rows, input, [...channels, 'totalFen', 'reversedFen', 'netFen', 'feeFen']);
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
