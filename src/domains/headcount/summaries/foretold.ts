/** Forecasts of meals as pages show them; of the whole unit alone. */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { MealKey } from './eaten.ts';

export interface Foretold extends MealKey {
  /** Portions, guests who were expected among them. */
  forecast: number | null;
  /** Words: between which figures, or that it is last week's. */
  forecastRange: string;
  /** Words: what else it stands on, as it was when it was made. */
  forecastNote: string;
}

/** The forecasts for which `where`, over `meal_forecast` as `f`, holds; none to a session that sees a part of the unit. */
export async function foretold(ctx: Ctx, where: RawBuilder<boolean>): Promise<Foretold[]> {
  const { departments, restaurants } = ctx.scope;
  if (departments !== 'ALL' || restaurants !== 'ALL') return [];
  const rows = await ctx.db
    .selectFrom('meal_forecast as f')
    .where(where)
    .where('f.told', '<>', 'NONE')
    .select([
      'f.organization_id as organizationId',
      'f.dining_date as diningDate',
      'f.meal_period_id as mealPeriodId',
      sql<number>`case f.told when 'NAIVE' then f.naive else f.portions end + f.guests`.as('forecast'),
      sql<number | null>`f.low + f.guests`.as('low'),
      sql<number | null>`f.high + f.guests`.as('high'),
      'f.told',
      'f.note',
    ])
    .execute();
  return rows.map(({ low, high, told, note, ...row }) => {
    const between = low === null || high === null ? '' : `${low}–${high} 份`;
    const source = told === 'NAIVE' ? '照上周同日' : '';
    // One of both is short enough to stand under the figure.
    const beside = between === '' ? '' : source;
    return {
      ...row,
      forecastRange: between || source,
      forecastNote: [beside, note].filter((words) => words !== '').join('；'),
    };
  });
}
