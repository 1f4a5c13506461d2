/** 人数: how many different people consumed, where 人次 counts a person once per meal. */
import { type RawBuilder, sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { mostDays } from './pages/consume-summary.page.ts';
import { filters } from './summary.ts';

/** By restaurant, of those counted in 人次 there; walk-ins as often as they came. Null for a period that is too long. */
export async function peopleByRestaurant(ctx: Ctx, search: Search): Promise<Map<number, number> | null> {
  const [from, to] = Array.isArray(search.businessDate) ? (search.businessDate as (string | null)[]) : [];
  if (!from || !to || to >= addDays(from, mostDays)) return null;
  let came = ctx.db
    .selectFrom('trade as u')
    .select([
      'u.restaurant_id as id',
      sql<number>`case when u.person_id = 0 then sum(u.restaurant_heads) else 1 end`.as('people'),
    ])
    .where('u.restaurant_heads', '<>', 0)
    .groupBy(['u.restaurant_id', 'u.person_id'])
    .having(sql<boolean>`sum(u.restaurant_heads) > 0`);
  for (const condition of filters(search)) came = came.where(condition as RawBuilder<boolean>);
  const rows = await ctx.db
    .selectFrom(came.as('c'))
    .select(['c.id', sql<number>`sum(c.people)::bigint`.as('people')])
    .groupBy('c.id')
    .execute();
  return new Map(rows.map((row) => [row.id, row.people]));
}
