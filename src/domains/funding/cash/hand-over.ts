/** 交班: closes the running shift of one's own drawer with the cash counted. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { Show } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { fundingRefusals } from '../refusals.ts';
import { drawerDays, dueOf, handovers, openPart } from './drawer.ts';
import { figureKeys } from './figures.ts';

export interface Counted {
  /** The running business day when null. */
  businessDate: string | null;
  countedFen: number;
  reason: string | null;
}

/** The shift still open on a day, with what its drawer is due. */
async function openShift(ctx: Ctx, date: string) {
  const { accountId, name } = ctx.session;
  const filter = { from: date, to: date, operatorId: accountId };
  const [[day], handed] = await Promise.all([drawerDays(ctx, filter), handovers(ctx, filter)]);
  const open = day && openPart(day, handed);
  if (!open || figureKeys.every((key) => open[key] === 0))
    return refuse(fundingRefusals.NOTHING_TO_HAND_OVER, { day: date, name });
  return { open, dueFen: dueOf(open), shiftNo: handed.length + 1 };
}

/** What handing over would lock: what is due, what was counted, over or short. */
export async function handOverOutcome(
  ctx: Ctx,
  input: { businessDate: string | null; countedFen: number | null },
): Promise<Outcome | Refusal> {
  const date = input.businessDate ?? businessDay(ctx.clock.now());
  const shift = await openShift(ctx, date);
  if (isRefusal(shift)) return shift;
  const { dueFen, shiftNo } = shift;
  const { countedFen } = input;
  const yuan = (fen: number) => `${formatFenGrouped(fen)} 元`;
  const difference = (countedFen ?? 0) - dueFen;
  const words = difference === 0 ? '相符' : `${difference > 0 ? '长款' : '短款'} ${yuan(Math.abs(difference))}`;
  return {
    lines: [
      ['操作员', ctx.session.name],
      ['班次', `${date} 第 ${shiftNo} 班`],
      ['应交现金', yuan(dueFen)],
      ...(countedFen === null ? [] : ([['实交与差额', `${yuan(countedFen)}，${words}`]] as const)),
    ],
    ...(countedFen === null ? {} : { amountFen: countedFen }),
  };
}

/** Writes the shift and answers its slip. Refused: nothing to hand over, over or short without a reason. */
export async function handOver(ctx: Ctx, input: Counted): Promise<Show | Refusal> {
  const date = input.businessDate ?? businessDay(ctx.clock.now());
  const { accountId, name, unitName } = ctx.session;
  const shift = await openShift(ctx, date);
  if (isRefusal(shift)) return shift;
  const { open, dueFen, shiftNo } = shift;
  const differenceFen = input.countedFen - dueFen;
  if (input.countedFen < 0 && dueFen >= 0)
    return refuse(
      fundingRefusals.COUNTED_NEGATIVE,
      { due: formatFenGrouped(dueFen), counted: formatFenGrouped(input.countedFen) },
      { countedFen: `应交 ${formatFenGrouped(dueFen)} 元，实交不能为负` },
    );
  if (differenceFen !== 0 && !input.reason)
    return refuse(
      fundingRefusals.CASH_DIFFERENCE,
      {
        due: formatFenGrouped(dueFen),
        counted: formatFenGrouped(input.countedFen),
        what: differenceFen > 0 ? '长款' : '短款',
        difference: formatFenGrouped(Math.abs(differenceFen)),
      },
      { reason: `${differenceFen > 0 ? '长款' : '短款'} ${formatFenGrouped(Math.abs(differenceFen))} 元，请填写原因` },
    );
  const id = await ctx.ids.next();
  const at = isoAt(ctx.clock.now());
  const inserted = await ctx.db
    .insertInto('cash_handover')
    .values({
      organization_id: ownOrganization(ctx),
      id,
      operator_id: accountId,
      operator_name: name,
      business_date: date,
      shift_no: shiftNo,
      deposit_count: open.depositCount,
      deposit_fen: open.depositFen,
      issue_fee_fen: open.issueFeeFen,
      replace_fee_fen: open.replaceFeeFen,
      pledge_in_fen: open.pledgeInFen,
      cash_out_fen: open.cashOutFen,
      pledge_back_fen: open.pledgeBackFen,
      due_fen: dueFen,
      counted_fen: input.countedFen,
      difference_fen: differenceFen,
      reason: input.reason ?? '',
      at,
    })
    .onConflict((conflict) => conflict.constraint('cash_handover_shift').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return refuse('STALE');
  await ctx.audit({
    action: '交班',
    targetId: id,
    targetName: `${name} ${date} 第 ${shiftNo} 班`,
    changes: [
      { key: 'dueFen', label: '应交', before: null, after: formatFenGrouped(dueFen) },
      { key: 'countedFen', label: '实交', before: null, after: formatFenGrouped(input.countedFen) },
    ],
  });
  const yuan = (fen: number) => `${formatFenGrouped(fen)} 元`;
  return {
    receipt: {
      title: '交班单',
      lines: [
        ['操作员', name],
        ['营业日', date],
        ['班次', `第 ${shiftNo} 班`],
        ['存款', `${open.depositCount} 笔 ${yuan(open.depositFen)}`],
        ['开卡工本费', yuan(open.issueFeeFen)],
        ['补卡工本费', yuan(open.replaceFeeFen)],
        ['押金收', yuan(open.pledgeInFen)],
        ['取款', yuan(open.cashOutFen)],
        ['押金退', yuan(open.pledgeBackFen)],
        ['应交现金', yuan(dueFen)],
        [input.countedFen < 0 ? '实补' : '实交', yuan(input.countedFen)],
        ['差额', yuan(differenceFen)],
        ...(input.reason ? ([['差额原因', input.reason]] as const) : []),
        ['时间', at.slice(0, 19).replace('T', ' ')],
        ['接收人签字', '＿＿＿＿＿＿'],
      ],
      footer: unitName ?? '',
    },
  };
}
