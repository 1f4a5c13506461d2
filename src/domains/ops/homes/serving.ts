/** The meal that is being served: who came of those expected, the pace a week ago at this minute, what was refused, each window's queue. */
import { sql } from 'kysely';
import { labelIn } from '../../../kit/define/states.ts';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { conflictOf, conflicts } from '../../consumption/public.server.ts';
import { businessDay, businessDayEnd } from '../../wallet/public.server.ts';
import type { ComingMeal, LunchNow, Serving } from './home-figures.ts';
import { headsIn, headsOfOtherDays } from './meals-of-day.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** The queue at a window is told by what passed in the last minutes. */
const latelyMinutes = 5;

/** When the business day began and the hour of it now, which goes on past 24; the day's first hour is 04:00. */
function hourNow(ctx: Ctx): { begins: number; hm: string } {
  const nowMs = ctx.clock.now();
  const begins = businessDayEnd(businessDay(nowMs)) - dayMs;
  const minute = Math.floor((nowMs - begins) / minuteMs) + 240;
  return {
    begins,
    hm: `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  };
}

/** The meal after this hour: the day's next, else the first of tomorrow; null where the unit has none. */
export async function nextMeal(ctx: Ctx): Promise<LunchNow['next']> {
  const { hm } = hourNow(ctx);
  const meals = await ctx.db
    .selectFrom('meal_period')
    .select(['name', 'start_time as from', 'end_time as to'])
    .where('status', '=', 'NORMAL')
    .orderBy('start_time')
    .orderBy('id')
    .execute();
  const today = meals.find(({ from }) => from > hm);
  const meal = today ?? meals[0];
  return meal ? { name: meal.name, hours: `${meal.from}–${meal.to}`, tomorrow: today === undefined } : null;
}

/** Which meal runs now, and since when. */
async function running(ctx: Ctx) {
  const { begins, hm } = hourNow(ctx);
  const meal = await ctx.db
    .selectFrom('meal_period')
    .select(['id', 'name', 'start_time as from', 'end_time as to'])
    .where('status', '=', 'NORMAL')
    .where('start_time', '<=', hm)
    .where('end_time', '>', hm)
    .orderBy('start_time')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!meal) return undefined;
  const [hours, minutes] = [Number(meal.from.slice(0, 2)), Number(meal.from.slice(3))];
  return { ...meal, startedMs: begins + (hours * 60 + minutes - 240) * minuteMs };
}

/**
 * Those who are known to come: whoever reported or ordered, and guests; more where more usually come without saying so. Null where
 * nobody said so and nobody usually comes: whoever comes all the same is no share of that.
 */
export function expectedOf(coming: readonly ComingMeal[], date: string, mealId: number): number | null {
  const meal = coming.find((one) => one.diningDate === date && one.mealPeriodId === mealId);
  if (!meal) return null;
  const { reported, ordered, guests, forecast } = meal;
  const said = (reported?.portions ?? 0) + (reported?.byDefault ?? 0) + (reported?.counted ?? 0) + guests;
  const known = said + (ordered?.portions ?? 0);
  const expected = Math.max(known, forecast ?? 0);
  return expected > 0 ? expected : null;
}

/** Diners of a day's meal booked up to an instant. */
async function eaten(ctx: Ctx, day: string, mealPeriodId: number, untilMs: number): Promise<number> {
  const booked = await ctx.db
    .selectFrom('trade')
    .select(sql<number>`coalesce(sum(heads), 0)::int`.as('heads'))
    .where('business_date', '=', day)
    .where('meal_period_id', '=', mealPeriodId)
    .where('recorded_at', '<=', isoAt(untilMs))
    .executeTakeFirstOrThrow();
  return booked.heads - headsIn(await headsOfOtherDays(ctx, day, untilMs), { mealPeriodId });
}

function windows(ctx: Ctx, day: string, mealId: number, nowMs: number) {
  const since = isoAt(nowMs - latelyMinutes * minuteMs);
  return ctx.db
    .selectFrom('trade as t')
    .innerJoin('device as d', (on) =>
      on.onRef('d.organization_id', '=', 't.organization_id').onRef('d.id', '=', 't.device_id'),
    )
    .select([
      'd.id',
      'd.name',
      sql<number>`count(*) filter (where t.kind = 'CONSUME')::int`.as('swipes'),
      sql<number>`count(*) filter (where t.kind = 'CONSUME' and t.occurred_at > ${since}::timestamptz)::int`.as(
        'lately',
      ),
      sql<
        number | null
      >`extract(epoch from max(t.occurred_at) filter (where t.kind = 'CONSUME' and t.occurred_at > ${since}::timestamptz)
        - min(t.occurred_at) filter (where t.kind = 'CONSUME' and t.occurred_at > ${since}::timestamptz))::float8`.as(
        'spanSeconds',
      ),
    ])
    .where('t.business_date', '=', day)
    .where('t.meal_period_id', '=', mealId)
    .groupBy(['d.id', 'd.name'])
    .orderBy('lately', 'desc')
    .orderBy('d.name')
    .limit(20)
    .execute();
}

function refusals(ctx: Ctx, sinceMs: number) {
  return ctx.db
    .selectFrom('refused_swipe as o')
    .select([conflictOf('o.code').as('why'), sql<number>`count(*)::int`.as('count')])
    .where('o.refused_at', '>=', isoAt(sinceMs))
    .groupBy(sql`1`)
    .orderBy('count', 'desc')
    .orderBy('why')
    .execute();
}

/** Null between meals. */
export async function serving(ctx: Ctx, coming: readonly ComingMeal[]): Promise<Serving | null> {
  const nowMs = ctx.clock.now();
  const date = businessDay(nowMs);
  const meal = await running(ctx);
  if (!meal) return null;
  const [heads, lastWeekHeads, at, refused] = await Promise.all([
    eaten(ctx, date, meal.id, nowMs),
    eaten(ctx, addDays(date, -7), meal.id, nowMs - weekMs),
    windows(ctx, date, meal.id, nowMs),
    refusals(ctx, meal.startedMs),
  ]);
  return {
    mealPeriodId: meal.id,
    name: meal.name,
    hours: `${meal.from}–${meal.to}`,
    since: isoAt(meal.startedMs),
    heads,
    lastWeekHeads,
    expected: expectedOf(coming, date, meal.id),
    lately: at.reduce((sum, one) => sum + one.lately, 0),
    // From swipe to swipe: one alone tells no pace.
    windows: at.map(({ spanSeconds, ...one }) => ({
      ...one,
      secondsEach: one.lately < 2 || spanSeconds === null ? null : Math.round(spanSeconds / (one.lately - 1)),
    })),
    refusals: refused.map((one) => ({ ...one, label: labelIn(conflicts, one.why) })),
  };
}
