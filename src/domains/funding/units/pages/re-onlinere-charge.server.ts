/** 线上充值补单. */
import { isoAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { personOr } from '../../../people/public.server.ts';
import { askOrder } from '../../pay/ask-order.ts';
import { creditOrders } from '../credit-orders.ts';
import spec from './re-onlinere-charge.page.ts';

/** A payer may take that long. */
const patienceMs = 10 * 60_000;

export default bind(spec, {
  list: over(
    spec,
    'recharge_order as o',
    {
      byUnit: true,
      columns: {
        personName: 'p.name',
        jobNumber: 'p.job_number',
        waitMinutes: null,
      },
      where: { keyword: personOr('o.order_no') },
      derive: (row, ctx) => ({
        waitMinutes: Math.floor((ctx.clock.now() - Date.parse(String(row.createdAt))) / 60_000),
      }),
    },
    (from, ctx) =>
      from
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'o.organization_id').onRef('p.id', '=', 'o.person_id'),
        )
        .where('o.posting_id', 'is', null)
        .where('o.channel', 'in', ['WECHAT', 'ALIPAY'])
        .where('o.created_at', '<', isoAt(ctx.clock.now() - patienceMs)),
  ),
  // Wait for the channel, and book in the transaction of the posting.
  outsideTransaction: ['ask', 'credit'],
  actions: {
    ask: (ctx, { ids }) => askOrder(ctx, ids[0]!),
    credit: (ctx, { rows }) =>
      creditOrders(
        ctx,
        rows.map((row) => ({ organizationId: Number(row.organizationId), id: row.id, orderNo: String(row.orderNo) })),
      ),
  },
});
