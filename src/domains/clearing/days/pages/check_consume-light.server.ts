import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { organizationName } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import spec from './check_consume-light.page.ts';

export default bind(spec, {
  list: over(spec, 'safe_light_day as l', {
    // A unit has one light a day; the number of a unit alone is as long as a number may be.
    id: sql`('x' || substr(md5(l.organization_id || ' ' || l.day), 1, 13))::bit(52)::bigint`,
    columns: { organizationId: 'l.organization_id' },
    names: { organizationId: organizationName('l.organization_id') },
  }),
});
