import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { createOrder, submitOutcome } from '../draft-order.ts';
import { orderMoves, platformAlone } from '../order-moves.ts';
import { shipOrder, takeReturn } from '../ship-order.ts';
import spec from './purchase_order.page.ts';

const { submit, cancel, close } = orderMoves;

export default bind(spec, {
  list: over(spec, 'purchase_order as p', {
    version: true,
    maker: 'p.maker_id',
    columns: {
      lines: null,
      summary: sql`(select /* wall: lines of the row */ string_agg(g.name || ' ' || g.spec || ' × ' || l.qty, '，' order by l.line_no)
        from purchase_order_line l join device_goods g on g.id = l.goods_id where l.order_id = p.id)`,
      billNo: sql`(select /* wall: the bill of the row */ b.bill_no from unit_bill b where b.id = p.bill_id)`,
      sentQty: sql`(select /* wall: lines of the row */ sum(l.shipped_qty) || ' / ' || sum(l.qty) from purchase_order_line l where l.order_id = p.id)`,
    },
  }),
  create: (ctx, values) => createOrder(ctx, values),
  outcomes: { submit: submitOutcome },
  actions: {
    submit,
    cancel,
    close,
    ship: async (ctx, input) => platformAlone(ctx) ?? shipOrder(ctx, input),
    giveBack: async (ctx, input) => platformAlone(ctx) ?? takeReturn(ctx, input),
  },
});
