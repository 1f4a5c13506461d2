/** Portions of meals as the journal of reports has them. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Asked, within } from './asked.ts';

export function journalOf(ctx: Ctx, asked: Asked) {
  return ctx.db
    .selectFrom('rollup_meal as u')
    .where(within(asked, { table: 'u' }))
    .groupBy(['u.organization_id', 'u.dining_date', 'u.meal_period_id'])
    .select([
      'u.organization_id as organizationId',
      'u.dining_date as diningDate',
      'u.meal_period_id as mealPeriodId',
      sql<number>`sum(u.portions)::bigint`.as('portions'),
    ])
    .execute();
}
