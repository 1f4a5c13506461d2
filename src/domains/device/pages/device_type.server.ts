import { sql } from 'kysely';
import { bind } from '../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../kit/server/page/crud.ts';
import { deviceTypeOptions } from '../options.ts';
import type from './device_type.page.ts';

export default bind(type, {
  list: {
    from: (db) => db.selectFrom('device_type as t'),
    id: 't.id',
    version: 't.version',
    columns: {
      name: 't.name',
      model: 't.model',
      kind: 't.kind',
      protocol: 't.protocol',
      abilities: 't.abilities',
      offlineCapacity: 't.offline_capacity',
      priceFen: 't.price_fen',
      deviceCount: sql`(select count(*)::int from device d where d.type_id = t.id)`,
      createdAt: 't.created_at',
    },
  },
  ...tableCrud(type, {
    table: 'device_type',
    owner: () => ({}),
    unique: { device_type_model: 'model' },
    usedBy: [{ table: 'device', column: 'type_id', what: '设备' }],
  }),
  options: deviceTypeOptions,
});
