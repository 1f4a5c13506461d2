import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { withToday } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import { closeService, setEndOn } from '../change-service.ts';
import { stateSql } from '../service-sql.ts';
import spec from './application-user.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'unit_service as s',
    {
      columns: { state: stateSql('s'), daysLeft: sql`s.end_on - clock.today` },
    },
    withToday,
  ),
  actions: { setEnd: setEndOn, close: closeService },
});
