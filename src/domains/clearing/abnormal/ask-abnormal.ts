/** 查单: what the channel has of the payment, beside both sides as they are known here. Changes nothing. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Show } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { askChannel, channelNames, type PayChannel, saidInWords } from '../../funding/public.server.ts';
import { clearingRefusals } from '../refusals.ts';

const amount = (fen: number | null) => (fen === null ? '没有' : `${formatFenGrouped(fen)} 元`);

export async function askAbnormal(ctx: Ctx, id: number): Promise<Show | Refusal> {
  const row = await ctx.db.selectFrom('abnormal_trade').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  if (row.out_no === '' || row.channel === '')
    return refuse(clearingRefusals.ABNORMAL_NOT, { no: row.abnormal_no, why: '没有可以向渠道查询的单号' });
  const channel = row.channel as PayChannel;
  const said = await askChannel(ctx.services, { orderNo: row.out_no, channel, merchantNo: row.merchant_no });
  return {
    receipt: {
      title: '查单结果',
      lines: [
        ['编号', row.abnormal_no],
        ['单号', row.out_no],
        ['渠道', channelNames[channel]],
        ['账单金额', amount(row.bill_fen)],
        ['本系统金额', amount(row.our_fen)],
        ...saidInWords(said),
      ],
      footer: said.state === 'UNKNOWN' ? '渠道没有应答，请稍后再查' : '以渠道的回答为准',
    },
  };
}
