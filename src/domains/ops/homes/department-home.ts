/** Figures of the home of who looks after some departments: of their people alone, as the session sees them. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { comingMeals } from './coming-meals.ts';
import type { DepartmentHome } from './home-figures.ts';
import { headsIn, headsOfOtherDays } from './meals-of-day.ts';

export async function departmentHome(ctx: Ctx): Promise<DepartmentHome> {
  const date = businessDay(ctx.clock.now());
  const { people } = await ctx.db
    .selectFrom('person')
    .where('status', '=', 'NORMAL')
    .select(sql<number>`count(*)::int`.as('people'))
    .executeTakeFirstOrThrow();
  const { away } = await ctx.db
    .selectFrom('meal_absence')
    .where('status', '=', 'NORMAL')
    .where('from_date', '<=', date)
    .where('to_date', '>=', date)
    .select(sql<number>`count(distinct person_id)::int`.as('away'))
    .executeTakeFirstOrThrow();
  const { heads } = await ctx.db
    .selectFrom('trade')
    .where('business_date', '=', date)
    .where('meal_period_id', '<>', 0)
    .select(sql<number>`coalesce(sum(heads), 0)::int`.as('heads'))
    .executeTakeFirstOrThrow();
  const elsewhere = await headsOfOtherDays(ctx, date);
  return {
    date,
    people,
    away,
    heads: heads - headsIn(elsewhere),
    coming: await comingMeals(ctx),
    work: await ctx.services.shellBoard.work(ctx, []),
  };
}
