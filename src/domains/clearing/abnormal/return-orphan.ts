/** 原路退回 of money without an order, and 转收入 of what nobody claimed for a year; out of the platform's 待查款. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { orphanToIncome, releaseOrphan } from '../../settlement/public.server.ts';
import { clearingRefusals } from '../refusals.ts';
import type { AbnormalTradeRow } from '../tables.ts';
import { incomeAfterDays } from './abnormal-states.ts';
import { openAbnormal, settleAbnormal } from './locked.ts';

const kinds = ['ORPHAN', 'DUPLICATE'] as const;

const orphanOf = (ctx: Ctx, row: AbnormalTradeRow) => ({
  id: row.id,
  no: row.abnormal_no,
  channel: row.channel,
  merchantNo: row.merchant_no,
  amountFen: row.parked_fen,
  operatorId: ctx.session.accountId,
});

/** The number under which it goes back: the same whoever asks again, so that it never goes twice. */
const refundNoOf = (row: AbnormalTradeRow) => `YT${row.id}`;

/** Notes that the channel is being asked, before it is: what the answer is lost of is asked about under the same number. */
async function begin(ctx: Ctx, id: number): Promise<AbnormalTradeRow | Refusal> {
  return (await runCommand({ ...ctx, requestKey: undefined }, async (inner) => {
    const row = await openAbnormal(inner, id, kinds);
    if (isRefusal(row)) return row;
    if (row.parked_fen === 0)
      return refuse(clearingRefusals.ABNORMAL_NOT, { no: row.abnormal_no, why: '还没有挂账，请先重新核对账单' });
    const refundNo = refundNoOf(row);
    if (row.refund_no !== refundNo)
      await inner.db
        .updateTable('abnormal_trade')
        .set({ refund_no: refundNo, status: 'PROCESSING' })
        .where('id', '=', row.id)
        .execute();
    return row;
  })) as AbnormalTradeRow | Refusal;
}

async function askChannel(ctx: Ctx, row: AbnormalTradeRow) {
  const provider = ctx.services.pay.provider(row.channel);
  if (!provider) return { state: 'UNKNOWN', detail: '没有配置这个渠道的商户' } as const;
  const ask = { outRefundNo: refundNoOf(row), channelNo: row.channel_no };
  const again = row.refund_no !== '';
  const said = again
    ? await provider.queryRefund(ask).catch(() => ({ state: 'UNKNOWN' as const, detail: '渠道没有应答' }))
    : undefined;
  if (said && said.state !== 'NOT_FOUND') return said;
  return provider
    .refund({
      ...ask,
      refundFen: row.parked_fen,
      totalFen: row.bill_fen ?? row.parked_fen,
      reason: '无对应订单，原路退回',
    })
    .catch(() => ({ state: 'UNKNOWN' as const, detail: '渠道没有应答' }));
}

export async function returnOrphan(ctx: Ctx, { ids }: ActionInput): Promise<Done | Refusal> {
  const row = await begin(ctx, ids[0]!);
  if (isRefusal(row)) return row;
  const said = await askChannel(ctx, row);
  if (said.state !== 'SUCCESS')
    return refuse(clearingRefusals.ABNORMAL_BACK_WAITS, {
      no: row.abnormal_no,
      why: 'detail' in said ? said.detail : said.state === 'PROCESSING' ? '渠道处理中' : '渠道没有这笔退款',
    });
  return (await runCommand(ctx, async (inner) => {
    const now = await openAbnormal(inner, row.id, kinds);
    if (isRefusal(now)) return null;
    const posted = await releaseOrphan(ctx.services, sqlOf(inner.db), orphanOf(ctx, now), 'BACK');
    if (isRefusal(posted)) return posted;
    await settleAbnormal(inner, now, '原路退回', 'FIXED', `已原路退回 ${formatFenGrouped(now.parked_fen)} 元`, {
      parked_fen: 0,
    });
    return null;
  })) as Done | Refusal;
}

export async function orphanIncome(ctx: Ctx, { ids }: ActionInput): Promise<Done | Refusal> {
  const row = await openAbnormal(ctx, ids[0]!, kinds);
  if (isRefusal(row)) return row;
  const early = incomeTooEarly(ctx, row);
  if (early) return early;
  const posted = await orphanToIncome(ctx.services, sqlOf(ctx.db), orphanOf(ctx, row));
  if (isRefusal(posted)) return posted;
  await settleAbnormal(ctx, row, '转收入', 'FIXED', `转平台收入 ${formatFenGrouped(row.parked_fen)} 元`, {
    parked_fen: 0,
  });
  return null;
}

function incomeTooEarly(ctx: Ctx, { day, abnormal_no: no, parked_fen }: AbnormalTradeRow): Refusal | undefined {
  const from = addDays(day, incomeAfterDays);
  if (parked_fen === 0) return refuse(clearingRefusals.ABNORMAL_NOT, { no, why: '没有挂账的钱' });
  return dateAt(ctx.clock.now()) < from ? refuse(clearingRefusals.INCOME_EARLY, { no, day, from }) : undefined;
}

export const orphanOutcome =
  (to: string) =>
  async (ctx: Ctx, { ids }: ActionInput): Promise<Outcome | Refusal> => {
    const row = await openAbnormal(ctx, ids[0]!, kinds, false);
    if (isRefusal(row)) return row;
    return {
      lines: [
        ['渠道流水号', row.channel_no],
        ['从', '平台待查款'],
        ['到', to],
      ],
      amountFen: row.parked_fen,
    };
  };
