/** How many entries a search of the ledger has: days alone are counted along the key, without the goods the list names. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import '../tables.ts';
import { isAsked } from '../../../kit/server/page/is-asked.ts';

/** Entries of the days searched for, or one past `cap` when there are more; undefined where more than days is asked for. */
export async function countEntries(ctx: Ctx, search: Search, cap: number): Promise<number | undefined> {
  if (Object.keys(search).some((key) => key !== 'businessDate' && isAsked(search[key]))) return undefined;
  const [from, to] = Array.isArray(search.businessDate) ? search.businessDate : [];
  const days = ctx.db
    .selectFrom('stock_entry as e')
    .select(sql<number>`1`.as('one'))
    .$if(isAsked(from), (q) => q.where('e.business_date', '>=', String(from)))
    .$if(isAsked(to), (q) => q.where('e.business_date', '<=', String(to)))
    .limit(cap + 1);
  // The inner statement is narrowed already.
  const { n } = await ctx.db
    .withoutPlugins()
    .selectFrom(days.as('d'))
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
