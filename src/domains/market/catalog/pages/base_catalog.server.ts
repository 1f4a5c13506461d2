import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import '../../entities.ts';
import '../../tables.ts';
import { aboveAt, rehang } from '../place-catalog.ts';
import spec from './base_catalog.page.ts';

const crud = (above: readonly number[] | null) =>
  tableCrud(spec, {
    table: 'base_catalog',
    owner: () => ({ above }),
    unique: { base_catalog_name: 'name' },
    usedBy: [
      { table: 'base_catalog', column: 'parent_id', what: '下级分类' },
      { table: 'base_good', column: 'catalog_id', what: '商品' },
      { table: 'base_good_sheet', column: 'catalog_id', what: '批量添加' },
    ],
    after: async (ctx, id, _values, before) => {
      if (before && above !== null) await rehang(ctx, id, above);
      return undefined;
    },
  });

/** Choices of a class: its way from the root beside it. */
export const catalogChoices = named('base_catalog', {
  order: 't.sort',
  offered: `t.status = 'NORMAL'`,
  hint: `(select string_agg(u.name, ' / ' order by cardinality(u.above)) from base_catalog u where u.id = any(t.above))`,
});

export default bind(spec, {
  list: over(spec, 'base_catalog as c', {
    refs: ['parentId as u'],
    columns: {
      goodCount: sql`(select count(*)::int from base_catalog b join base_good g on g.catalog_id = b.id and g.merged_into_id is null
        where b.id = c.id or b.above @> array[c.id])`,
    },
  }),
  create: async (ctx, values) => {
    const above = await aboveAt(ctx, values.name ?? '', values.parentId ?? null, null);
    return isRefusal(above) ? above : crud(above).create(ctx, { ...values, sort: values.sort ?? 0 });
  },
  update: async (ctx, id, values, before) => {
    if (values.parentId === undefined || values.parentId === before.parentId)
      return crud(null).update(ctx, id, values, before);
    const above = await aboveAt(ctx, String(values.name ?? before.name), values.parentId, id);
    return isRefusal(above) ? above : crud(above).update(ctx, id, values, before);
  },
  remove: crud(null).remove,
  actions: onOff('base_catalog'),
  options: catalogChoices,
});
