import { sql } from 'kysely';
import { isoAt } from '../../../../kit/server/clock.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { ownContractor } from '../../../tenancy/public.server.ts';
import { freezeNotice } from '../../shelf/freeze-notice.ts';
import '../../tables.ts';
import { billDocument } from '../run-bills.ts';
import { subscribeOrder, subscribeOrderPart } from './subscribe-order.page.ts';

const bills = bind(subscribeOrder, {
  list: over(subscribeOrder, 'subscribe_order as b', {
    columns: {
      orderid: 'b.order_no',
      unitBillId: sql`(select u.id from unit_bill u where u.unit_type = 'CONTRACTOR' and u.unit_id = b.contractor_id
        and u.document_type = ${sql.lit(billDocument)} and u.document_id = b.id order by (u.status = 'VOID'), u.id desc limit 1)`,
    },
  }),
  notice: (ctx) => freezeNotice(sqlOf(ctx.db), ownContractor(ctx), isoAt(ctx.clock.now())),
});

const parts = bind(subscribeOrderPart, {
  list: over(
    subscribeOrderPart,
    'subscribe_order_part as p',
    {
      columns: {
        restaurantId: sql`(select s.restaurant_id from shop s where s.contractor_id = p.contractor_id and s.organization_id = p.organization_id)`,
        // A month at either end of the bill is counted as far as the bill reaches.
        from: sql`greatest(p.month, b.calc_from)`,
        to: sql`least((p.month + interval '1 month - 1 day')::date, b.calc_to)`,
      },
    },
    (from) =>
      from.innerJoin('subscribe_order as b', (on) =>
        on.onRef('b.contractor_id', '=', 'p.contractor_id').onRef('b.id', '=', 'p.bill_id'),
      ),
  ),
});

export default [bills, parts];
