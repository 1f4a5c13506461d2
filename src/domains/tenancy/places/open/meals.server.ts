/** Reads today's diners of the restaurant a wall's code stands for. No money, nobody's name. */
import { addDays, dateAt, isoAt } from '../../../../kit/server/clock.ts';
import { bindOpen } from '../../../../kit/server/open/registry.ts';
import { businessDay } from '../../../wallet/public.server.ts';
import meals, { type MealScreen } from './meals.open.ts';

interface Line {
  id: number;
  name: string;
  start: string;
  end: string;
  heads: number;
  lastWeekHeads: number;
}

const weekMs = 7 * 86_400_000;

/** Minutes since the business date's midnight: 01:30 of a night snack is 25:30. */
const minutesOf = (hm: string) => Number(hm.slice(0, 2)) * 60 + Number(hm.slice(3, 5));

export default bindOpen(
  meals,
  async ({ pool, clock }, { organizationId, subject }): Promise<MealScreen | undefined> => {
    const now = clock.now();
    const date = businessDay(now);
    const place = await pool.query<{ unit: string; restaurant: string }>(
      `select o.name as unit, r.name as restaurant from restaurant r join organization o on o.id = r.organization_id
      where r.organization_id = $1 and r.id = $2 and r.status = 'NORMAL'`,
      [organizationId, Number(subject)],
    );
    if (!place.rows[0]) return undefined;
    const { rows } = await pool.query<Line>(
      `select m.id, m.name, m.start_time as start, m.end_time as end,
       coalesce(sum(u.restaurant_heads), 0)::bigint as heads, coalesce(t.heads, 0)::bigint as "lastWeekHeads"
       from meal_period m
       left join consumed_by_place u on u.organization_id = m.organization_id and u.meal_period_id = m.id
         and u.restaurant_id = $2 and u.business_date = $3
       left join (select meal_period_id, sum(restaurant_heads) as heads from trade
           where organization_id = $1 and business_date = $4 and restaurant_id = $2 and recorded_at <= $5
           group by meal_period_id) t on t.meal_period_id = m.id
      where m.organization_id = $1 and m.status = 'NORMAL'
        and exists (select 1 from restaurant r where r.organization_id = $1 and r.id = $2
          and (cardinality(r.meal_period_ids) = 0 or m.id = any(r.meal_period_ids)))
      group by m.id, m.name, m.start_time, m.end_time, t.heads order by m.start_time, m.id`,
      [organizationId, Number(subject), date, addDays(date, -7), isoAt(now - weekMs)],
    );
    const minutes = Math.floor((now - Date.parse(`${date}T00:00:00+08:00`)) / 60_000);
    const lines = rows.map((line) => ({
      ...line,
      now: minutesOf(line.start) <= minutes && minutes < minutesOf(line.end),
    }));
    return {
      ...place.rows[0],
      date: dateAt(Date.parse(`${date}T12:00:00+08:00`)),
      meals: lines,
      heads: lines.reduce((sum, line) => sum + line.heads, 0),
    };
  },
);
