/** 补入账: the channel is asked, then the payment is booked by its number: whoever presses twice, and in two windows, books once. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { maskText } from '../../../kit/server/audit/mask.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { creditBilled, type PayChannel } from '../../funding/public.server.ts';
import { matchBill } from '../bills/match-bill.ts';
import { clearingRefusals } from '../refusals.ts';
import type { AbnormalTradeRow } from '../tables.ts';
import { openAbnormal, settleAbnormal } from './locked.ts';

const payment = (row: AbnormalTradeRow) => ({
  channel: row.channel as PayChannel,
  kind: row.ref_type as 'RECHARGE' | 'MEAL',
  organizationId: row.organization_id!,
  id: row.ref_id!,
  no: row.out_no,
  merchantNo: row.merchant_no,
  channelNo: row.channel_no,
  amountFen: row.bill_fen!,
  paidAt: Date.parse(row.happened_at),
});

export async function creditAbnormal(ctx: Ctx, { ids }: ActionInput): Promise<Done | Refusal> {
  const row = await openAbnormal(ctx, ids[0]!, ['UNCREDITED'], false);
  if (isRefusal(row)) return row;
  if (row.ref_type === 'UNIT_BILL')
    return refuse(clearingRefusals.ABNORMAL_NOT, {
      no: row.abnormal_no,
      why: '是单位支付平台账单的款，请在「平台账单」查询支付结果',
    });
  const credited = await creditBilled(ctx.services, payment(row));
  if ('why' in credited)
    return refuse(clearingRefusals.ABNORMAL_NOT_CREDITED, { no: row.abnormal_no, why: credited.why });
  const said = credited.done === 'CREDITED' ? `补入账 ${formatFenGrouped(row.bill_fen!)} 元` : '已入过账，没有再入一次';
  await runCommand(ctx, async (inner) => {
    const now = await openAbnormal(inner, row.id, ['UNCREDITED']);
    // Pressed twice: the other one has written it down.
    if (!isRefusal(now)) await settleAbnormal(inner, now, '补入账', 'FIXED', said);
    return null;
  });
  await matchBill(ctx.services, { channel: row.channel, merchantNo: row.merchant_no, day: row.day });
  return null;
}

export async function creditOutcome(ctx: Ctx, { ids }: ActionInput): Promise<Outcome | Refusal> {
  const row = await openAbnormal(ctx, ids[0]!, ['UNCREDITED'], false);
  if (isRefusal(row)) return row;
  return {
    lines: [
      ['订单', row.out_no],
      ['入账到', maskText('name', row.person_name) || '散客'],
      ['渠道流水号', row.channel_no],
      ['金额', `${formatFenGrouped(row.bill_fen!)} 元，由渠道的账单带出；入账前先向渠道查询`],
    ],
    amountFen: row.bill_fen!,
  };
}
