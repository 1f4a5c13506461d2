/** Lots as lines of documents choose them: what expires first comes first. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Option, OptionsInput } from '../../../kit/server/page/binding.ts';

export async function lotChoices(ctx: Ctx, { ids, keyword, size, within }: OptionsInput): Promise<Option[]> {
  let query = ctx.db
    .selectFrom('lot as l')
    .innerJoin('goods as g', (on) =>
      on.onRef('g.contractor_id', '=', 'l.contractor_id').onRef('g.id', '=', 'l.goods_id'),
    )
    .select([
      'l.id',
      sql<string>`coalesce(nullif(l.lot_no, ''), '#' || l.id)`.as('name'),
      sql<string>`concat_ws(' · ', g.name, stock_qty((select sum(s.qty)::bigint from stock_lot s
        where s.contractor_id = l.contractor_id and s.lot_id = l.id), g.base_unit), l.expires_on::text || ' 到期')`.as(
        'hint',
      ),
      sql<boolean>`(l.status = 'SEALED')`.as('disabled'),
    ]);
  if (within.goodsId !== undefined) query = query.where('l.goods_id', '=', within.goodsId);
  if (ids) query = query.where('l.id', 'in', [0, ...ids]);
  else {
    query = query.where((eb) =>
      eb.exists(
        eb.selectFrom('stock_lot as s').select('s.qty').whereRef('s.lot_id', '=', 'l.id').where('s.qty', '>', 0),
      ),
    );
    if (keyword)
      query = query.where((eb) =>
        eb.or([eb('l.lot_no', 'ilike', `%${keyword}%`), eb('g.name', 'ilike', `%${keyword}%`)]),
      );
    // The very number that was typed comes before those that begin with it.
    query = query.orderBy(sql`(l.lot_no = ${keyword}) desc`).limit(size);
  }
  return query.orderBy(sql`l.expires_on nulls last`).orderBy('l.received_at').orderBy('l.id').execute();
}
