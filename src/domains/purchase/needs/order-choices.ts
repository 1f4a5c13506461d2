/** Orders that still wait for goods, by number, supplier and day. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Option, OptionsInput } from '../../../kit/server/page/binding.ts';
import '../tables.ts';

export async function orderChoices(ctx: Ctx, { ids, keyword, size }: OptionsInput): Promise<Option[]> {
  let query = ctx.db
    .selectFrom('supply_order as o')
    .innerJoin('supplier as s', 's.id', 'o.supplier_id')
    .select(['o.id', 'o.order_no as name', sql<string>`s.name || ' · ' || o.delivery_date`.as('hint')]);
  if (ids) query = query.where('o.id', 'in', [0, ...ids]);
  else {
    query = query.where('o.status', 'in', ['ORDERED', 'PART_RECEIVED']).limit(size);
    if (keyword)
      query = query.where((eb) =>
        eb.or([eb('o.order_no', 'ilike', `%${keyword}%`), eb('s.name', 'ilike', `%${keyword}%`)]),
      );
  }
  return query.orderBy('o.delivery_date', 'desc').orderBy('o.id', 'desc').execute();
}
