/** Documents by their number; what leftovers go back to is an issue that was posted. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Option, OptionsInput } from '../../../kit/server/page/binding.ts';

export async function billChoices(ctx: Ctx, { ids, keyword, size }: OptionsInput): Promise<Option[]> {
  let query = ctx.db
    .selectFrom('stock_bill as b')
    .innerJoin('storehouse as h', (on) =>
      on.onRef('h.contractor_id', '=', 'b.contractor_id').onRef('h.id', '=', 'b.storehouse_id'),
    )
    .select([
      'b.id',
      'b.bill_no as name',
      sql<string>`concat_ws(' · ', h.name, b.dining_date::text, b.maker_name)`.as('hint'),
    ]);
  query = ids
    ? query.where('b.id', 'in', [0, ...ids])
    : query
        .where('b.kind', '=', 'ISSUE')
        .where('b.status', '=', 'POSTED')
        .where('b.reverses_id', 'is', null)
        .limit(size);
  if (!ids && keyword) query = query.where('b.bill_no', 'ilike', `%${keyword}%`);
  return query.orderBy('b.created_at', 'desc').orderBy('b.id', 'desc').execute();
}
