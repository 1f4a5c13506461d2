import { bind } from '../../../kit/server/page/binding.ts';
import { over } from '../../../kit/server/page/over.ts';
import '../tables.ts';
import spec from './activity-use.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'activity_use as u',
    { columns: { personName: 'p.name', cutFen: 'u.fen', orderNo: 'o.order_no' } },
    (from) =>
      from
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'u.organization_id').onRef('p.id', '=', 'u.person_id'),
        )
        .leftJoin('meal_order as o', (on) =>
          on.onRef('o.organization_id', '=', 'u.organization_id').onRef('o.id', '=', 'u.order_id'),
        ),
  ),
});
