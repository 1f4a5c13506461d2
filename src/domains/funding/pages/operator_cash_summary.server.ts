/** 操作员现金汇总 out of the operators' rollup and the shifts handed over. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { answerComputed } from '../../../kit/server/page/computed.ts';
import { drawerDays, dueOf, type Handover, handovers, openPart } from '../cash/drawer.ts';
import { figureKeys } from '../cash/figures.ts';
import { handOver } from '../cash/hand-over.ts';
import { searchedDays } from '../incoming.ts';
import spec from './operator_cash_summary.page.ts';

/** When the shift before this one ended; null for the first of the day. */
const endBefore = (shifts: readonly Handover[], one: Pick<Handover, 'operatorId' | 'businessDate' | 'shiftNo'>) =>
  shifts.findLast(
    (s) => s.operatorId === one.operatorId && s.businessDate === one.businessDate && s.shiftNo < one.shiftNo,
  )?.at ?? null;

const handed = ({ id: _, shiftNo, at, ...shift }: Handover, shifts: readonly Handover[]) => ({
  ...shift,
  shiftFrom: endBefore(shifts, { ...shift, shiftNo }),
  shiftTo: at as string | null,
  countedFen: shift.countedFen as number | null,
  differenceFen: shift.differenceFen as number | null,
  shift: `第 ${shiftNo} 班`,
  status: 'HANDED',
  handedAt: at as string | null,
});

export default bind(spec, {
  query: async (ctx, input) => {
    const [from, to] = searchedDays(input.search);
    const [days, shifts] = await Promise.all([drawerDays(ctx, { from, to }), handovers(ctx, { from, to })]);
    const accounts = await ctx.db
      .selectFrom('account')
      .select(['id', 'name'])
      .where('id', 'in', [0, ...new Set(days.map((d) => d.operatorId))])
      .execute();
    const names = new Map(accounts.map((a) => [a.id, a.name]));
    const open = days.flatMap((day) => {
      const part = openPart(day, shifts);
      if (figureKeys.every((key) => part[key] === 0)) return [];
      const before = shifts.filter((s) => s.operatorId === day.operatorId && s.businessDate === day.businessDate);
      return [
        {
          ...part,
          operatorId: day.operatorId,
          operatorName: names.get(day.operatorId) ?? `#${day.operatorId}`,
          businessDate: day.businessDate,
          shiftFrom: endBefore(shifts, { ...day, shiftNo: before.length + 1 }),
          shiftTo: null as string | null,
          shift: `第 ${before.length + 1} 班`,
          dueFen: dueOf(part),
          countedFen: null as number | null,
          differenceFen: null as number | null,
          reason: '',
          status: 'OPEN',
          handedAt: null as string | null,
        },
      ];
    });
    const { operatorName, status } = input.search;
    const rows = [...shifts.map((shift) => handed(shift, shifts)), ...open]
      .filter(
        (r) => typeof operatorName !== 'string' || operatorName === '' || r.operatorName.includes(operatorName.trim()),
      )
      .filter((r) => !status || [status].flat().includes(r.status))
      .map((row, i) => ({ id: i + 1, ...row }));
    const answer = answerComputed(spec, rows, input);
    const sums = answer.sums as Record<(typeof figureKeys)[number] | 'dueFen', number>;
    const whole = !operatorName && !status;
    const ledger = whole ? days.reduce((sum, day) => sum + day.ledgerFen, 0) : dueOf(sums);
    const fees = sums.issueFeeFen + sums.replaceFeeFen;
    return {
      ...answer,
      check: {
        ok: sums.dueFen === dueOf(sums) && sums.dueFen === ledger,
        text: `应交 ${formatFenGrouped(sums.dueFen)} = 存款 ${formatFenGrouped(sums.depositFen)} + 工本费 ${formatFenGrouped(fees)} + 押金收 ${formatFenGrouped(sums.pledgeInFen)} − 取款 ${formatFenGrouped(sums.cashOutFen)} − 押金退 ${formatFenGrouped(sums.pledgeBackFen)}${whole ? `；账面钱箱 ${formatFenGrouped(ledger)}${ledger === sums.dueFen ? '' : `，差 ${formatFenGrouped(sums.dueFen - ledger)}`}` : ''}`,
      },
    };
  },
  actions: {
    handOver: (ctx, { values }) =>
      handOver(ctx, {
        businessDate: (values.businessDate as string | null) ?? null,
        countedFen: values.countedFen as number,
        reason: (values.reason as string | null) ?? null,
      }),
  },
});
