/** 开柜记录. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import spec from './sample-open-log.page.ts';

export default bind(spec, {
  list: over(spec, 'cabinet_open as o', {
    columns: { seconds: sql`extract(epoch from o.closed_at - o.opened_at)::int` },
  }),
});
