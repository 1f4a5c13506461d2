import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import type from './device-type.page.ts';

export default bind(type, {
  list: over(type, 'device_type as t', {
    columns: {
      deviceCount: sql`(select /* wall: counts of the platform */ count(*)::int from device d where d.type_id = t.id)`,
    },
  }),
  ...tableCrud(type, {
    table: 'device_type',
    owner: () => ({}),
    unique: { device_type_model: 'model' },
    usedBy: [{ table: 'device', column: 'type_id', what: '设备' }],
  }),
  options: named('device_type', { hint: 't.model', search: ['name', 'model'] }),
});
