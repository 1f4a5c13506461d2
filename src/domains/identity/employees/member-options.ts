/** Choices of people who work in the console, within the scope: by account (who did it) or by membership. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { Option, OptionsInput } from '../../../kit/server/page/binding.ts';
import { likePattern } from '../../../kit/server/query/expression.ts';
import { ownUnit } from '../own-unit.ts';

/** `id` is what a ref field stores: the account's or the membership's. */
export function memberOptions(id: 'account' | 'employee') {
  return async (ctx: Ctx, { keyword, ids, size }: OptionsInput): Promise<Option[]> => {
    const unit = ownUnit(ctx);
    const column = id === 'account' ? ('a.id' as const) : ('e.id' as const);
    let query = ctx.db
      .selectFrom('employee as e')
      .innerJoin('account as a', 'a.id', 'e.account_id')
      .select([`${column} as id`, 'a.name', 'a.login_name as hint']);
    if (ids) query = query.where(column, 'in', ids.length > 0 ? ids : [0]);
    else {
      query = query
        .where('e.unit_type', '=', unit.type)
        .where('e.unit_id', '=', unit.id)
        .where('e.status', 'in', ['NORMAL', 'DISABLED'])
        .limit(size);
      const like = likePattern(keyword);
      if (keyword) query = query.where((eb) => eb.or([eb('a.name', 'ilike', like), eb('a.login_name', 'ilike', like)]));
    }
    return query.distinct().orderBy('a.name').orderBy(column).execute();
  };
}
