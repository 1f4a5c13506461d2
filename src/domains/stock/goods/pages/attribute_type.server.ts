import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { ownContractor } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import { saveValues } from '../save-values.ts';
import { attributeType, attributeValue } from './attribute_type.page.ts';

const kindAt = (ctx: Ctx) => (ctx.path.includes('/supermarket/') ? 'SHOP' : 'STOCK');

const used = sql`(select count(*)::int from goods_attribute g where g.contractor_id = v.contractor_id and g.value_id = v.id)`;

const types = bind(attributeType, {
  list: over(
    attributeType,
    'attribute_type as a',
    {
      columns: {
        values: sql`(select json_agg(json_build_object('id', v.id, 'name', v.name, 'usedCount', ${used}) order by v.sort, v.id)
          from attribute_value v where v.contractor_id = a.contractor_id and v.attribute_id = a.id)`,
        valueNames: sql`(select string_agg(v.name, '、' order by v.sort, v.id) from attribute_value v
          where v.contractor_id = a.contractor_id and v.attribute_id = a.id)`,
        usedCount: sql`(select count(*)::int from goods_attribute g where g.contractor_id = a.contractor_id and g.attribute_id = a.id)`,
      },
    },
    (from, ctx) => from.where('a.kind', '=', kindAt(ctx)),
  ),
  ...tableCrud(attributeType, {
    table: 'attribute_type',
    owner: (ctx) => ({ contractor_id: ownContractor(ctx), kind: kindAt(ctx) }),
    unique: { attribute_type_name: 'name' },
    skip: ['values'],
    after: (ctx, id, { values }) => saveValues(ctx, id, values ?? null),
    usedBy: [{ table: 'goods_attribute', column: 'attribute_id', what: '商品' }],
  }),
  options: named('attribute_type', {
    offered: `t.status = 'NORMAL'`,
    order: 't.sort',
    hint: `case t.kind when 'SHOP' then '商超' end`,
  }),
  actions: onOff('attribute_type'),
});

const values = bind(attributeValue, {
  list: over(attributeValue, 'attribute_value as v', { columns: { usedCount: used } }),
  options: named('attribute_value', { order: 't.sort', within: { attributeId: 'attribute_id' } }),
  optionsWithin: ['attributeId'],
});

export default [types, values];
