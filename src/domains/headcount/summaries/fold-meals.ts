/** Adds up what writers kept apart of the portions of past meals, once a night. */
import type { Services } from '../../../kit/server/context.ts';
import { businessDay } from '../../wallet/public.server.ts';

export async function foldMeals({ pool, clock }: Pick<Services, 'pool' | 'clock'>): Promise<void> {
  await pool.query('select rollup_meal_fold($1::date)', [businessDay(clock.now())]);
}
