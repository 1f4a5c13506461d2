import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { organizationName } from '../../../tenancy/public.server.ts';
import { businessDayOf, withinBusinessDays } from '../../../wallet/public.server.ts';
import spec from './check_consume-suspense.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'offline_trade as o',
    {
      columns: {
        organizationId: 'o.organization_id',
        businessDate: businessDayOf(sql`o.occurred_at`),
        deviceName: 'd.name',
        numbers: sql`o.epoch::text || '-' || o.seq::text`,
      },
      names: { organizationId: organizationName('o.organization_id') },
      where: { businessDate: (days) => withinBusinessDays(sql`o.occurred_at`, days) },
    },
    (from) => from.innerJoin('device as d', 'd.id', 'o.device_id').where('o.state', '=', 'SUSPENSE'),
  ),
});
