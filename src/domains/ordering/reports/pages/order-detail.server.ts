/** 订餐明细 of a contractor, and of the platform. */

import { sql } from 'kysely';
import { areaOf } from '../../../../kit/define/page.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { standingLine } from '../../../menu/public.server.ts';
import { personOr } from '../../../people/public.server.ts';
import { countedColumns, countedProof } from '../counted-proof.ts';
import { cutOffsOfUnits } from '../cut-offs-of-units.ts';
import spec from './order-detail.page.ts';

/** What is said once of an order stands on its first line. */
const onFirst = (column: string) =>
  sql<number>`case when not exists (select 1 from meal_order_item f where f.organization_id = x.organization_id
    and f.order_id = x.order_id and f.revision = x.revision and f.id < x.id) then ${sql.ref(column)} else 0 end`;

export default bind(spec, {
  list: over(spec, 'meal_order_item as x', {
    byUnit: true,
    from: (db) =>
      db
        .selectFrom('meal_order_item as x')
        .innerJoin('meal_order as o', standingLine)
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'o.organization_id').onRef('p.id', '=', 'o.person_id'),
        )
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'o.organization_id').onRef('d.id', '=', 'o.department_id'),
        )
        .leftJoin('meal_period as m', (on) =>
          on.onRef('m.organization_id', '=', 'x.organization_id').onRef('m.id', '=', 'x.meal_period_id'),
        )
        .leftJoin('restaurant as s', (on) =>
          on.onRef('s.organization_id', '=', 'x.organization_id').onRef('s.id', '=', 'x.restaurant_id'),
        )
        .leftJoin('order_address as a', (on) =>
          on.onRef('a.organization_id', '=', 'o.organization_id').onRef('a.id', '=', 'o.address_id'),
        ),
    columns: {
      orderNo: 'o.order_no',
      orderedAt: 'o.ordered_at',
      mealName: 'm.name',
      restaurantName: 's.name',
      personName: 'p.name',
      jobNumber: 'p.job_number',
      departmentName: 'd.name',
      dishName: 'x.name',
      refundedFen: sql`(x.amount_fen * x.refunded_qty / x.qty)`,
      counts: onFirst('o.booked_counts'),
      feeFen: onFirst('o.fee_fen'),
      bookedFen: onFirst('o.booked_fen'),
      payTime: 'o.pay_time',
      addressName: 'a.name',
      status: 'o.status',
      ...countedColumns(sql`x.qty`, sql`(x.amount_fen + ${onFirst('o.fee_fen')})`),
    },
    where: { keyword: personOr() },
  }),
  proof: countedProof('lines'),
  notice: async (ctx) => {
    const text = areaOf(ctx.path) === 'contractor' ? await cutOffsOfUnits(ctx) : null;
    return text === null ? null : { tone: 'info', text };
  },
});
