/** From Thursday on: restaurants that publish menus and have workdays of the next week without one. */
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Found } from '../../alerts/public.server.ts';
import { type DayKind, dayKind } from '../../consumption/public.server.ts';
import { weekdayNames, weekdayOf, weekOf } from './days.ts';

const thursday = 4;
/** Who published a menu on one of so many days is expected to go on. */
const usedDays = 14;

interface Place {
  organizationId: number;
  restaurantId: number;
  name: string;
  /** Days of the next week that have a published menu. */
  days: string[];
}

async function calendars({ pool }: Pick<Services, 'pool'>, units: readonly number[], week: readonly string[]) {
  const { rows } = await pool.query<{ organizationId: number; day: string; kind: DayKind }>(
    `select organization_id as "organizationId", day, kind from calendar_day
     where organization_id = any($1::bigint[]) and day between $2 and $3`,
    [units, week[0], week[6]],
  );
  return Map.groupBy(rows, (row) => row.organizationId);
}

export async function unpublishedWeeks(services: Pick<Services, 'pool' | 'clock'>): Promise<Found[]> {
  const today = dateAt(services.clock.now());
  if (weekdayOf(today) < thursday) return [];
  const week = weekOf(addDays(today, 7));
  const { rows } = await services.pool.query<Place>(
    `select /* wall: a job over every unit, each told of its own */ m.organization_id as "organizationId",
       m.restaurant_id as "restaurantId", r.name,
       coalesce(array_agg(distinct m.menu_date::text) filter (where m.menu_date >= $2), '{}') as days
     from food_menu m join restaurant r on r.organization_id = m.organization_id and r.id = m.restaurant_id
     where m.status in ('PUBLISHED', 'CLOSED') and m.menu_date between $1 and $3
     group by m.organization_id, m.restaurant_id, r.name having bool_or(m.menu_date < $2)`,
    [addDays(today, -usedDays), week[0], week[6]],
  );
  const named = await calendars(services, [...new Set(rows.map((row) => row.organizationId))], week);
  return rows.flatMap(({ organizationId, restaurantId, name, days }): Found[] => {
    const calendar = new Map((named.get(organizationId) ?? []).map(({ day, kind }) => [day, kind]));
    const open = week.filter((day) => dayKind(day, calendar) === 'WORKDAY' && !days.includes(day));
    if (open.length === 0) return [];
    const said = open.map((day) => `${day.slice(5)} ${weekdayNames[weekdayOf(day) - 1]}`).join('、');
    return [
      {
        organizationId,
        alarm: {
          object: `menu:${restaurantId}:${week[0]}`,
          objectName: `${name}下周菜谱`,
          restaurantId,
          at: Date.parse(`${addDays(week[0]!, -7 + thursday - 1)}T00:00:00+08:00`),
          detail: `下周还有 ${open.length} 个供餐日没有发布菜谱：${said}`,
          open: { path: '/admin/organization/food_menu_v2' },
        },
      },
    ];
  });
}
