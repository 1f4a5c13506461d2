import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../entities.ts';
import '../../tables.ts';
import { saveCodes } from '../base-codes.ts';
import { inCatalog } from '../in-catalog.ts';
import { mergeGoods, splitGoods } from '../merge-goods.ts';
import { baseGood, baseGoodUser } from './base_good.page.ts';

/** The goods that are one with `b`: itself and what was merged into it. */
const copies = sql`from goods_copy k join base_good o on o.id = k.base_good_id where o.id = b.id or o.merged_into_id = b.id`;

const goods = bind(baseGood, {
  list: over(baseGood, 'base_good as b', {
    refs: ['mergedIntoId as m'],
    columns: {
      codes: sql`(select json_agg(json_build_object('code', c.code, 'packName', nullif(c.pack_name, '')) order by c.nth, c.code)
        from base_good_code c where c.base_good_id = b.id)`,
      merged: sql`(b.merged_into_id is not null)`,
      codeText: sql`(select string_agg(c.code, '、' order by c.nth, c.code) from base_good_code c where c.base_good_id = b.id)`,
      userCount: sql`(select /* wall: counts of the platform */ count(distinct k.contractor_id)::int ${copies})`,
    },
    where: { catalogId: inCatalog },
  }),
  ...tableCrud(baseGood, {
    table: 'base_good',
    owner: () => ({}),
    skip: ['codes'],
    after: async (ctx, id, { codes }) => (codes === undefined ? undefined : saveCodes(ctx, id, codes ?? [])),
  }),
  options: named('base_good', {
    search: ['name', 'brand'],
    offered: `t.status = 'NORMAL' and t.merged_into_id is null`,
    hint: `concat_ws(' · ', t.brand, t.spec, (select c.code from base_good_code c where c.base_good_id = t.id order by c.nth, c.code limit 1))`,
  }),
  actions: { ...onOff('base_good'), merge: mergeGoods, split: splitGoods },
});

const users = bind(baseGoodUser, {
  list: over(
    baseGoodUser,
    'goods_copy as k',
    {
      id: 'k.goods_id',
      columns: {
        baseGoodId: sql`coalesce(o.merged_into_id, o.id)`,
        contractorName: 'c.name',
        goodsName: 'g.name',
        code: 'g.code',
      },
    },
    (from) =>
      from
        .innerJoin('base_good as o', 'o.id', 'k.base_good_id')
        .innerJoin('contractor as c', 'c.id', 'k.contractor_id')
        .innerJoin('goods as g', (on) =>
          on.onRef('g.contractor_id', '=', 'k.contractor_id').onRef('g.id', '=', 'k.goods_id'),
        ),
  ),
});

export default [goods, users];
