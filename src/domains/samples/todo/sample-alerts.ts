/**
 * What of samples calls for somebody, found by the clock: meals with a miss, too light ones, those
 * weighed and not put away, those long due, silent sensors.
 */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { type Found, keepAlerts } from '../../alerts/public.server.ts';
import { outsideMinutes } from '../desk/sample-words.ts';

const path = '/admin/organization/sample_management';
/** A miss is told of anew for so long; what was told stands until it is put right, or somebody closes it. */
const tellDays = 2;

interface Meal {
  organizationId: number;
  date: string;
  mealId: number;
  meal: string;
  restaurantId: number;
  place: string;
  dishes: string;
  n: number;
  /** Epoch ms: since when it is so of the last of them. A job that looks again tells of nothing new before that changes. */
  since: number;
}

/** Meals that an alert of the kind stands for. */
const toldOf = (
  kind: 'SAMPLE_MISSING' | 'SAMPLE_UNDERWEIGHT',
) => `(s.organization_id, s.dining_date, s.meal_period_id, s.restaurant_id) in (
  select a.organization_id, split_part(a.object_key, ':', 2)::date, split_part(a.object_key, ':', 3)::bigint,
    split_part(a.object_key, ':', 4)::bigint from alert a where a.kind = '${kind}' and a.status in ('OPEN', 'HANDLING'))`;

/** Samples that meet a condition by meal and restaurant, which is so of each `since`; `$1` is an instant. */
async function byMeal(
  { pool }: Pick<Services, 'pool'>,
  { where, since, at }: { where: string; since: string; at: string },
): Promise<Meal[]> {
  const { rows } = await pool.query<Meal>(
    `select s.organization_id as "organizationId", s.dining_date as date, s.meal_period_id as "mealId", m.name as meal,
       s.restaurant_id as "restaurantId", r.name as place, string_agg(s.dish_name, '、' order by s.id) as dishes, count(*)::int as n,
       (extract(epoch from max(${since})) * 1000)::bigint as since
     from sample s /* wall: the clock serves every unit */
     join meal_period m on m.organization_id = s.organization_id and m.id = s.meal_period_id
     join restaurant r on r.organization_id = s.organization_id and r.id = s.restaurant_id
     where ${where} group by 1, 2, 3, 4, 5, 6`,
    [at],
  );
  return rows;
}

const foundOf = (meal: Meal, words: string, search: Record<string, unknown>): Found => ({
  organizationId: meal.organizationId,
  alarm: {
    object: `meal:${meal.date}:${meal.mealId}:${meal.restaurantId}`,
    objectName: `${meal.date} ${meal.meal} ${meal.place}`,
    restaurantId: meal.restaurantId,
    at: meal.since,
    detail: `${words} ${meal.n} 份：${meal.dishes}`.slice(0, 200),
    open: {
      path,
      search: {
        ...search,
        diningDate: [meal.date, meal.date],
        mealPeriodId: meal.mealId,
        restaurantId: meal.restaurantId,
      },
    },
  },
});

/** Brings the alerts of samples in line with what is found now. */
export async function tellOfSamples(services: Services): Promise<void> {
  const now = services.clock.now();
  const since = isoAt(now - tellDays * 86_400_000);
  const missed = await byMeal(services, {
    where: `s.status = 'MISSED' and (s.window_to > $1 or ${toldOf('SAMPLE_MISSING')})`,
    since: 's.window_to',
    at: since,
  });
  const light = await byMeal(services, {
    where: `s.quality = 'UNDERWEIGHT' and (s.sampled_at > $1 or ${toldOf('SAMPLE_UNDERWEIGHT')})`,
    since: 's.sampled_at',
    at: since,
  });
  // On the table until it spoils; from when it is due, or is evidence, something else is told of it.
  const outside = await byMeal(services, {
    where: `s.status = 'SAMPLED' and s.sampled_at < $1 and s.sampled_at > $1::timestamptz - make_interval(days => ${tellDays})
       and s.due_at > $1`,
    since: `s.sampled_at + interval '${outsideMinutes} minutes'`,
    at: isoAt(now - outsideMinutes * 60_000),
  });
  const overdue = await byMeal(services, {
    where: `s.status in ('SAMPLED', 'RETAINING') and s.due_at < $1`,
    since: `s.due_at + interval '1 day'`,
    at: isoAt(now - 86_400_000),
  });
  await keepAlerts(
    services,
    'SAMPLE_MISSING',
    missed.map((meal) => foundOf(meal, '漏留', { status: 'MISSED' })),
  );
  await keepAlerts(
    services,
    'SAMPLE_UNDERWEIGHT',
    light.map((meal) => foundOf(meal, '留样量不足', { quality: 'UNDERWEIGHT' })),
  );
  await keepAlerts(
    services,
    'SAMPLE_OUTSIDE',
    outside.map((meal) => foundOf(meal, `称重超过 ${outsideMinutes} 分钟未入柜`, { status: 'SAMPLED' })),
  );
  await keepAlerts(
    services,
    'SAMPLE_OVERDUE',
    overdue.map((meal) => foundOf(meal, '逾期未销', { due: 'DUE' })),
  );
  const silent = await services.pool.query<{
    organizationId: number;
    deviceId: number;
    name: string;
    began: string;
    level: 'INFO' | 'WARN';
  }>(
    `select a.organization_id as "organizationId", a.device_id as "deviceId", d.name, a.began_at as began, a.level
     from cabinet_alarm a join device d on d.id = a.device_id /* wall: the clock serves every unit */
     where a.kind = 'SILENT' and a.ended_at is null`,
  );
  await keepAlerts(
    services,
    'SENSOR_SILENT',
    silent.rows.map(({ organizationId, deviceId, name, began, level }) => ({
      organizationId,
      alarm: {
        object: `cabinet:${deviceId}`,
        objectName: name,
        at: Date.parse(began),
        level,
        detail: `${name} 自 ${began.slice(5, 16).replace('T', ' ')} 没有温度读数`,
        open: { path: '/admin/organization/smaple_device_status' },
      },
    })),
  );
}
