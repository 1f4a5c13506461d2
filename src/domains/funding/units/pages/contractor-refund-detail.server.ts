/** 退款明细 of a contractor. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { personOr } from '../../../people/public.server.ts';
import spec from './contractor-refund-detail.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'refund_order as f',
    {
      byUnit: true,
      columns: {
        personName: 'p.name',
        jobNumber: 'p.job_number',
        departmentName: 'd.name',
        rechargeOrderNo: 'o.order_no',
      },
      where: { keyword: personOr('f.refund_no') },
    },
    (from) =>
      from
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'f.organization_id').onRef('p.id', '=', 'f.person_id'),
        )
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
        )
        .leftJoin('recharge_order as o', (on) =>
          on.onRef('o.organization_id', '=', 'f.organization_id').onRef('o.id', '=', 'f.recharge_order_id'),
        ),
  ),
});
