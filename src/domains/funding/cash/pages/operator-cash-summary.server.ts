/** 操作员现金汇总 out of the operators' rollup and the shifts handed over. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { searchedDays } from '../../sheets/incoming.ts';
import { drawerDays, type Handover, handovers, openPart } from '../drawer.ts';
import { figureKeys } from '../figures.ts';
import { handOver, handOverOutcome } from '../hand-over.ts';
import spec from './operator-cash-summary.page.ts';

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
  rows: async (ctx, search) => {
    const [from, to] = searchedDays(search);
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
          // What the drawer holds by the ledger, whatever the kinds, less what was handed in of it.
          dueFen: before.reduce((left, shift) => left - shift.dueFen, day.ledgerFen),
          countedFen: null as number | null,
          differenceFen: null as number | null,
          reason: '',
          status: 'OPEN',
          handedAt: null as string | null,
        },
      ];
    });
    const { operatorName, status } = search;
    return [...shifts.map((shift) => handed(shift, shifts)), ...open]
      .filter(
        (r) => typeof operatorName !== 'string' || operatorName === '' || r.operatorName.includes(operatorName.trim()),
      )
      .filter((r) => !status || [status].flat().includes(r.status))
      .map((row, i) => ({ id: i + 1, ...row }));
  },
  proof: {
    reads: {
      ...Object.fromEntries(figureKeys.map((key) => [key, `rollup_operator_day and cash_handover of ${key}`])),
      dueFen: ['rollup_operator_day of cash_drawer', 'cash_handover.due_fen'],
    },
  },
  outcomes: {
    handOver: (ctx, { values }) =>
      handOverOutcome(ctx, {
        businessDate: (values.businessDate as string | null) ?? null,
        countedFen: (values.countedFen as number | null) ?? null,
      }),
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
