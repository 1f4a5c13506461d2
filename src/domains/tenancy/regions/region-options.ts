/** Choices of regions, level by level: 45,000 of them never travel at once. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Option, OptionsInput } from '../../../kit/server/page/binding.ts';
import { likePattern } from '../../../kit/server/query/expression.ts';

/** No region has more children than this. */
const mostChildren = 200;

/** Children of `parentId` (null: provinces), records by id, or those whose full name contains the keyword. */
export async function regionOptions(ctx: Ctx, { keyword, ids, size, parentId }: OptionsInput): Promise<Option[]> {
  const query = ctx.db
    .selectFrom('region')
    .select([
      'id',
      'name',
      'full_name as hint',
      'parent_id as parentId',
      sql<boolean>`status = 'DISABLED'`.as('disabled'),
    ]);
  if (ids) return query.where('id', 'in', ids.length > 0 ? ids : [0]).execute();
  if (keyword)
    return query
      .where('full_name', 'ilike', likePattern(keyword))
      .where('status', '=', 'NORMAL')
      .orderBy('level')
      .orderBy('id')
      .limit(size)
      .execute();
  const below = parentId ?? null;
  return query
    .where('parent_id', below === null ? 'is' : '=', below)
    .where('status', '=', 'NORMAL')
    .orderBy('sort')
    .orderBy('id')
    .limit(mostChildren)
    .execute();
}
