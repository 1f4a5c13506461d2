/** The goods that buying and costs of a dish go by, whatever stands between them and the menu. */
import { sql } from 'kysely';
import { dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ReportRow, Search } from '../../../kit/server/page/binding.ts';
import '../tables.ts';
import { averageNow, me, partsOfDish } from './bom-sql.ts';

export async function dishParts(ctx: Ctx, search: Search): Promise<ReportRow[]> {
  const dishId = Number([search.dishId].flat()[0]);
  const rate = sql<number | null>`${averageNow}`;
  const rows = await ctx.db
    .selectFrom('dish as d')
    .innerJoin(me(ctx, dateAt(ctx.clock.now())), (on) => on.onTrue())
    .innerJoin(
      sql<{ goods_id: number; via_id: number | null; own: boolean; qty: string }>`lateral ${partsOfDish}`.as<'m'>(
        sql`m`,
      ),
      (on) => on.onTrue(),
    )
    .innerJoin('goods as g', 'g.id', 'm.goods_id')
    .leftJoin('goods as v', 'v.id', 'm.via_id')
    .select([
      'm.goods_id as goodsId',
      'g.name as goodsName',
      sql<string>`case when g.base_unit = 'PIECE' then trim_scale(round(m.qty, 2)) || ' 个' else trim_scale(round(m.qty, 1))
        || case g.base_unit when 'G' then ' 克' else ' 毫升' end end`.as('qty'),
      sql<string>`case when m.own then '改用料' else '菜谱' end || coalesce(' · 半成品 ' || v.name, '')
        || case when ${sql`exists (select 1 from bom_flat f where f.contractor_id = me.contractor_id and f.goods_id = m.goods_id and f.kept
          and me.today >= f.since and me.today < f.until)`} then ' · 半成品入库' else '' end`.as('source'),
      sql<string>`round(${rate} * case g.base_unit when 'PIECE' then 1 else 1000 end / 100, 2) || case g.base_unit when 'G' then ' 元/千克'
        when 'ML' then ' 元/升' else ' 元/个' end`.as('averageWords'),
      sql<number | null>`round(m.qty * ${rate})::bigint`.as('costFen'),
    ])
    .where('d.id', '=', dishId)
    .orderBy(sql`m.qty * ${rate} desc nulls last`)
    .orderBy('m.goods_id')
    .execute();
  return rows.map((row, i) => ({ id: i + 1, dishId, ...row }));
}
