import { sql } from 'kysely';
import type { Fields } from '../../../kit/define/field.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { setColumn } from '../../../kit/server/page/crud.ts';
import { regionName } from '../names.ts';
import { createRegion, updateRegion } from '../region-commands.ts';
import { regionOptions } from '../region-options.ts';
import region from './region.page.ts';

const fields: Fields = region.fields;

export default bind(region, {
  list: {
    from: (db) => db.selectFrom('region as r'),
    id: 'r.id',
    version: 'r.version',
    columns: {
      name: 'r.name',
      code: 'r.code',
      parentId: 'r.parent_id',
      level: sql`r.level::text`,
      fullName: 'r.full_name',
      lng: 'r.lng',
      lat: 'r.lat',
      childCount: sql`(select count(*)::int from region c where c.parent_id = r.id)`,
      sort: 'r.sort',
      status: 'r.status',
    },
    names: { parentId: regionName('r.parent_id') },
  },
  create: (ctx, values) => createRegion(ctx, fields, values),
  update: (ctx, id, values, before) => updateRegion(ctx, fields, id, values, before),
  options: regionOptions,
  actions: {
    enable: setColumn('region', 'status', 'NORMAL', '启用'),
    disable: setColumn('region', 'status', 'DISABLED', '禁用'),
  },
});
