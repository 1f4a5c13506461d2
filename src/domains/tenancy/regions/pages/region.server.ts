import { sql } from 'kysely';
import type { Fields } from '../../../../kit/define/field.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { setColumn } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { createRegion, updateRegion } from '../region-commands.ts';
import { regionOptions } from '../region-options.ts';
import region from './region.page.ts';

const fields: Fields = region.fields;

export default bind(region, {
  list: over(region, 'region as r', {
    columns: {
      level: sql`r.level::text`,
      childCount: sql`(select count(*)::int from region c where c.parent_id = r.id)`,
    },
  }),
  create: (ctx, values) => createRegion(ctx, fields, values),
  update: (ctx, id, values, before) => updateRegion(ctx, fields, id, values, before),
  options: regionOptions,
  actions: {
    enable: setColumn('region', 'status', 'NORMAL', '启用'),
    disable: setColumn('region', 'status', 'DISABLED', '禁用'),
  },
});
