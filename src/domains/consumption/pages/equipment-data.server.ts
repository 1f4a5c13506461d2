/** 设备日数据 and 设备月数据. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { answerComputed } from '../../../kit/server/page/computed.ts';
import { dayFilter, equipmentDays } from '../equipment/days.ts';
import { bookedNetFen, equipmentMonths, wholeMonths } from '../equipment/months.ts';
import { equipmentDailyData, equipmentMonthlyData } from './equipment-data.page.ts';

/** Figures of a day that tells its own totals. */
const equipmentDailyTold = [
  'takenCount',
  'takenFen',
  'beyondFen',
  'count',
  'amountFen',
  'suspendedCount',
  'suspendedFen',
  'waitingCount',
  'waitingFen',
] as const;

export default [
  bind(equipmentDailyData, {
    query: async (ctx, input) => {
      const rows = await equipmentDays(ctx, dayFilter(input.search));
      const answer = answerComputed(equipmentDailyData, rows, input);
      const told = rows.filter((row) => row.takenFen !== null);
      const sum = (key: (typeof equipmentDailyTold)[number]) => told.reduce((total, row) => total + (row[key] ?? 0), 0);
      const diffFen = told.reduce((total, row) => total + (row.diffFen ?? 0), 0);
      const takenFen = sum('takenFen');
      const beyondFen = sum('beyondFen');
      const { amountFen = 0, reversedFen = 0, supplementFen = 0, netFen = 0 } = answer.sums;
      const device =
        told.length === 0
          ? '所选范围内没有设备上报自己的合计，按流水号核对'
          : `设备 ${sum('takenCount')} 笔 ${formatFenGrouped(takenFen)}${beyondFen === 0 ? '' : ` + 入账差额 ${formatFenGrouped(beyondFen)}`} = 平台 ${sum('count')} 笔 ${formatFenGrouped(sum('amountFen'))} + 待处理 ${sum('suspendedCount')} 笔 ${formatFenGrouped(sum('suspendedFen'))} + 未上传 ${sum('waitingCount')} 笔 ${formatFenGrouped(sum('waitingFen'))}${diffFen === 0 ? '' : `，差 ${formatFenGrouped(diffFen)}`}`;
      return {
        ...answer,
        check: {
          ok:
            netFen === amountFen - reversedFen + supplementFen &&
            told.every((row) => row.diffCount === 0 && row.diffFen === 0),
          text: `${device}；净额 ${formatFenGrouped(netFen)} = 金额 ${formatFenGrouped(amountFen)} − 纠错 ${formatFenGrouped(reversedFen)} + 补扣 ${formatFenGrouped(supplementFen)}`,
        },
      };
    },
  }),
  bind(equipmentMonthlyData, {
    query: async (ctx, input) => {
      const filter = wholeMonths(dayFilter(input.search));
      const [rows, bookedFen] = await Promise.all([equipmentMonths(ctx, filter), bookedNetFen(ctx, filter)]);
      const answer = answerComputed(equipmentMonthlyData, rows, input);
      const { amountFen = 0, reversedFen = 0, supplementFen = 0, netFen = 0 } = answer.sums;
      // By deploy site a terminal's day belongs to one site as a whole: the books have no such figure.
      const whole = filter.deploySiteIds.length === 0;
      return {
        ...answer,
        check: {
          ok: netFen === amountFen - reversedFen + supplementFen && (!whole || netFen === bookedFen),
          text: `净额 ${formatFenGrouped(netFen)} = 金额 ${formatFenGrouped(amountFen)} − 纠错 ${formatFenGrouped(reversedFen)} + 补扣 ${formatFenGrouped(supplementFen)}${whole ? `；消费汇总净额 ${formatFenGrouped(bookedFen)}` : ''}`,
        },
      };
    },
  }),
];
