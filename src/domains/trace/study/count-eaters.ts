/** How many ate at a meal, for the recall of a lot: the caterer is told the number alone. */
import type { Services } from '../../../kit/server/context.ts';
import type { CountEaters } from '../../purchase/public.server.ts';
import { eatersOf } from './eaters.ts';

export const countEaters =
  ({ pool }: Pick<Services, 'pool'>): CountEaters =>
  async (organizationId, date, mealPeriodId, contractorId) => {
    const { rows } = await pool.query<{ id: number }>(
      'select id from restaurant where organization_id = $1 and contractor_id = $2 order by id',
      [organizationId, contractorId],
    );
    const people = new Set<number>();
    for (const { id } of rows)
      for (const person of await eatersOf(pool, organizationId, date, mealPeriodId, id)) people.add(person);
    return people.size;
  };
