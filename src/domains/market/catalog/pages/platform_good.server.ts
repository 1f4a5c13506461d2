import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { ownContractor } from '../../../tenancy/public.server.ts';
import '../../entities.ts';
import '../../tables.ts';
import { inCatalog } from '../in-catalog.ts';
import { acceptChanges, joinGoods, keepOwn } from '../take-goods.ts';
import { catalogChoices } from './base_catalog.server.ts';
import { platformCatalog, platformGood } from './platform_good.page.ts';

const barcode = sql`(select c.code from base_good_code c where c.base_good_id = b.id order by c.nth, c.code limit 1)`;
const turned = (label: string, was: string, is: ReturnType<typeof sql>) =>
  sql`case when k.goods_id is not null and ${sql.raw(was)} is distinct from ${is}
    then ${sql.lit(label)} || ' ' || coalesce(${sql.raw(was)}::text, '无') || ' → ' || coalesce(${is}::text, '无') end`;
/** What the library says otherwise than when it was copied, in words. */
const changes = sql`nullif(concat_ws('；', ${turned('名称', 'k.name', sql`b.name`)}, ${turned('规格', 'k.spec', sql`b.spec`)},
  ${turned('条码', 'k.barcode', barcode)}, ${turned('保质期', 'k.shelf_days', sql`b.shelf_days`)},
  case when k.goods_id is not null and k.image is distinct from b.image then '图片已更换' end), '')`;

const goods = bind(platformGood, {
  list: over(
    platformGood,
    'base_good as b',
    {
      columns: {
        codeText: sql`(select string_agg(c.code, '、' order by c.nth, c.code) from base_good_code c where c.base_good_id = b.id)`,
        goodsName: 'g.name',
        goodsId: 'k.goods_id',
        changes,
        state: sql`case when k.goods_id is null then 'NONE' when ${changes} is null then 'TAKEN' else 'CHANGED' end`,
      },
      where: { catalogId: inCatalog },
    },
    (from, ctx) =>
      from
        // A copy of a good that was found to be the same as another goes with that one.
        .leftJoin(
          (eb) =>
            eb
              .selectFrom('goods_copy as c')
              .innerJoin('base_good as o', 'o.id', 'c.base_good_id')
              .selectAll('c')
              .select(sql<number>`coalesce(o.merged_into_id, o.id)`.as('standing_id'))
              .where('c.contractor_id', '=', ownContractor(ctx))
              .as('k'),
          (on) => on.onRef('k.standing_id', '=', 'b.id'),
        )
        .leftJoin('goods as g', (on) =>
          on.onRef('g.contractor_id', '=', 'k.contractor_id').onRef('g.id', '=', 'k.goods_id'),
        )
        .where('b.merged_into_id', 'is', null)
        .where((eb) => eb.or([eb('b.status', '=', 'NORMAL'), eb('k.goods_id', 'is not', null)])),
  ),
  actions: { join: joinGoods, accept: acceptChanges, keep: keepOwn },
  notice: async (ctx) => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from goods_copy k join base_good b on b.id = k.base_good_id
      where k.contractor_id = ${ownContractor(ctx)} and b.merged_into_id is null and ${changes} is not null`.execute(
      ctx.db,
    );
    const n = rows[0]?.n ?? 0;
    return n === 0
      ? null
      : {
          tone: 'info',
          text: `${n} 个已加入的商品在平台有更新`,
          open: { label: '查看', path: '/admin/contractor/supermarket/platform_good?state=CHANGED' },
        };
  },
});

const catalog = bind(platformCatalog, {
  list: over(platformCatalog, 'base_catalog as c', { refs: ['parentId as u'] }),
  options: catalogChoices,
});

export default [goods, catalog];
