import { bind } from '../../../kit/server/page/binding.ts';
import { over } from '../../../kit/server/page/over.ts';
import '../tables.ts';
import spec from './activity-coupon.page.ts';

export default bind(spec, {
  list: over(spec, 'activity_coupon as c', { columns: { personName: 'p.name' } }, (from) =>
    from.innerJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'c.organization_id').onRef('p.id', '=', 'c.person_id'),
    ),
  ),
});
