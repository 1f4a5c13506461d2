/** 登记异常: a case somebody reports by hand, beside those the comparison finds. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Values } from '../../../kit/server/page/binding.ts';
import type spec from './pages/abnormal_trade_record.page.ts';

/** Opens the case under a number of its own and answers its id. */
export async function registerAbnormal(ctx: Ctx, values: Values<typeof spec.fields>): Promise<{ id: number }> {
  const id = await ctx.ids.next();
  const now = isoAt(ctx.clock.now());
  const no = `YC${now.slice(0, 10).replaceAll('-', '')}${id}`;
  await ctx.db
    .insertInto('abnormal_trade')
    .values({
      id,
      abnormal_no: no,
      kind: 'REPORTED',
      ref_type: 'MANUAL',
      ref_no: no,
      ref_id: null,
      organization_id: values.organizationId ?? null,
      person_name: '',
      channel: '',
      merchant_no: '',
      day: values.day ?? now.slice(0, 10),
      channel_no: values.channelNo ?? '',
      out_no: values.outNo ?? '',
      bill_fen: null,
      our_fen: null,
      amount_fen: values.amountFen!,
      why: values.why!,
      of_bill: false,
      happened_at: now,
      found_at: now,
      found_count: 1,
      assignee_id: null,
      assignee_name: '',
      parked_fen: 0,
      refund_no: '',
      status: 'OPEN',
      closed_itself: false,
      said: '',
      handled_id: null,
      handled_name: '',
      second_name: '',
      handled_at: null,
      maker_id: ctx.session.accountId,
      maker_name: ctx.session.name,
      created_at: now,
      version: 1,
    })
    .execute();
  await ctx.audit({ action: '登记异常', targetId: id, targetName: no });
  return { id };
}
