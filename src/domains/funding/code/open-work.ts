/** What of the channels' money waits for a person: payments nobody has brought to an end, refunds a channel refused. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { WorkItem } from '../../shell/public.server.ts';

/** For the work list of the organization's home. */
export async function channelWork(ctx: Ctx): Promise<WorkItem[]> {
  const count = sql<number>`count(*)::int`.as('n');
  const [payments, refunds] = await Promise.all([
    ctx.db
      .selectFrom('third_trade')
      .select(count)
      .where('status', '=', 'PAYING')
      .where('expires_at', '<', isoAt(ctx.clock.now()))
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('third_refund')
      .select(count)
      .where('status', 'in', ['FAILED', 'ABNORMAL'])
      .executeTakeFirstOrThrow(),
  ]);
  return [
    {
      label: '第三方消费未了结',
      count: payments.n,
      path: '/admin/organization/third_party_consume?lapsed=true&businessDate=*',
      hint: '渠道没有给出结果，或已付款未能入账',
    },
    {
      label: '第三方退款失败',
      count: refunds.n,
      path: '/admin/organization/third_refund?status=FAILED,ABNORMAL',
      hint: '渠道未退，可用原退款单号重试',
    },
  ];
}
