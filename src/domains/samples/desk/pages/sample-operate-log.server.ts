/** 留样操作记录. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import spec from './sample-operate-log.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'sample_step as t',
    { inner: ['restaurantId as r'], columns: { sampleNo: 's.sample_no', dishName: 's.dish_name' } },
    (from) =>
      from.innerJoin('sample as s', (on) =>
        on.onRef('s.organization_id', '=', 't.organization_id').onRef('s.id', '=', 't.sample_id'),
      ),
  ),
});
