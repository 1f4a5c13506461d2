import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import spec from './notice-unit.page.ts';

export default bind(spec, {
  list: over(spec, 'contractor_notice_unit as u', {
    id: 'u.organization_id',
    columns: { isRead: sql`u.readers > 0` },
  }),
});
