/** How many ate at meals, for the recall of a lot: the caterer is told the numbers alone. */
import type { Services } from '../../../kit/server/context.ts';
import type { CountEaters } from '../../purchase/public.server.ts';
import { eatersAtText } from './eaters.ts';

export const countEaters =
  ({ pool }: Pick<Services, 'pool'>): CountEaters =>
  async (contractorId, meals) => {
    const { rows } = await pool.query<{ people: number }>(
      `select (select count(*)::int from (${eatersAtText}
           and x.restaurant_id in (select r.id from restaurant r where r.organization_id = m.site and r.contractor_id = $1)) e) as people
       from unnest($2::bigint[], $3::date[], $4::bigint[]) with ordinality as m (site, day, meal, nth) order by m.nth`,
      [
        contractorId,
        meals.map(({ organizationId }) => organizationId),
        meals.map(({ date }) => date),
        meals.map(({ mealPeriodId }) => mealPeriodId),
      ],
    );
    return rows.map(({ people }) => people);
  };
