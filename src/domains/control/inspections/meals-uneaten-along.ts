/** Meals of a day that were served and at which no leader is recorded to have eaten along. */
import type { Ctx } from '../../../kit/server/context.ts';
import { servedMeals } from '../../menu/public.server.ts';

/** In words, by meal, restaurant and who was to; only meals with a published menu are known to have been served. */
export async function mealsUneatenAlong(ctx: Ctx, day: string): Promise<string[]> {
  const rows = await servedMeals(ctx, day, day)
    .select((eb) => [
      'p.name as meal',
      'r.name as restaurant',
      eb
        .selectFrom('duty_plan as u')
        .innerJoin('inspector as w', (on) =>
          on.onRef('w.organization_id', '=', 'u.organization_id').onRef('w.id', '=', 'u.inspector_id'),
        )
        .select('w.name')
        .whereRef('u.day', '=', 'm.menu_date')
        .whereRef('u.restaurant_id', '=', 'm.restaurant_id')
        .whereRef('u.meal_period_id', '=', 'm.meal_period_id')
        .as('planned'),
    ])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('inspection as n')
            .innerJoin('inspector as i', (on) =>
              on.onRef('i.organization_id', '=', 'n.organization_id').onRef('i.id', '=', 'n.inspector_id'),
            )
            .select('n.id')
            .where('i.kind', '=', 'LEADER')
            .whereRef('n.day', '=', 'm.menu_date')
            .whereRef('n.restaurant_id', '=', 'm.restaurant_id')
            .whereRef('n.meal_period_id', '=', 'm.meal_period_id'),
        ),
      ),
    )
    .execute();
  return rows.map(({ meal, restaurant, planned }) => `${restaurant} ${meal}${planned ? `（${planned}）` : ''}`);
}
