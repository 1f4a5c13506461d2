/** Choices of records by name within the scope: what every ref field to a page of this domain is answered. */
import { sql } from 'kysely';
import type { Ctx } from '../../kit/server/context.ts';
import type { Option, OptionsInput } from '../../kit/server/page/binding.ts';
import './tables.ts';
import { likePattern } from '../../kit/server/query/expression.ts';

type NamedTable =
  | 'agent'
  | 'agent_grade'
  | 'contractor'
  | 'organization'
  | 'restaurant'
  | 'deploy_site'
  | 'meal_period';

interface NameOptions {
  /** SQL over alias `t` shown as the second line. */
  hint?: string;
  /** SQL over alias `t` to order by; the name otherwise. */
  order?: string;
  /** Has it a status, so that stopped records are offered no more (but keep their name by id)? Default yes. */
  status?: boolean;
}

/** An `options` binding over a table with `id` and `name`. */
export function nameOptions(table: NamedTable, { hint, order = 't.name', status = true }: NameOptions = {}) {
  return async (ctx: Ctx, { keyword, ids, size }: OptionsInput): Promise<Option[]> => {
    let query = ctx.db
      .selectFrom(`${table as 'restaurant'} as t`)
      .select(['t.id', 't.name', sql<string | null>`${hint ? sql.raw(hint) : sql`null`}`.as('hint')]);
    if (ids) query = query.where('t.id', 'in', ids.length > 0 ? ids : [0]);
    else {
      if (status) query = query.where('t.status', '<>', 'DISABLED');
      if (keyword) query = query.where('t.name', 'ilike', likePattern(keyword));
      query = query.limit(size);
    }
    return query.orderBy(sql.raw(order)).orderBy('t.id').execute();
  };
}
