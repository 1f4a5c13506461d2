/** 陪餐排班: meals of a time are given to leaders in turn; what is planned already stays. */
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';

const mostDays = 62;

export interface Arrangement {
  fromDate: string;
  toDate: string;
  /** Days of the week, '1' is Monday. */
  weekdays: string[];
  mealPeriodIds: number[];
  restaurantIds: number[];
  /** In the order they take turns. */
  inspectorIds: number[];
}

const weekdayOf = (day: string) => String(((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1);

/** Who takes which meal: one after the other, meal by meal. Pure. */
export function inTurn(asked: Arrangement) {
  const { fromDate, toDate, weekdays, mealPeriodIds, restaurantIds, inspectorIds } = asked;
  const turns: { day: string; mealPeriodId: number; restaurantId: number; inspectorId: number }[] = [];
  for (let day = fromDate; day <= toDate; day = addDays(day, 1)) {
    if (!weekdays.includes(weekdayOf(day))) continue;
    for (const mealPeriodId of mealPeriodIds)
      for (const restaurantId of restaurantIds)
        turns.push({ day, mealPeriodId, restaurantId, inspectorId: inspectorIds[turns.length % inspectorIds.length]! });
  }
  return turns;
}

/** How many meals were given out, and how many somebody had already. */
export async function arrangeDuty(ctx: Ctx, asked: Arrangement): Promise<{ given: number; kept: number } | Refusal> {
  const nowMs = ctx.clock.now();
  if (asked.fromDate < dateAt(nowMs)) return refuseField('fromDate', '不能早于今天');
  if (asked.toDate < asked.fromDate) return refuseField('toDate', '不能早于开始日期');
  if (addDays(asked.fromDate, mostDays) <= asked.toDate) return refuseField('toDate', `一次最多排 ${mostDays} 天`);
  const others = await ctx.db
    .selectFrom('inspector')
    .select('name')
    .where('id', 'in', asked.inspectorIds)
    .where((eb) => eb.or([eb('kind', '<>', 'LEADER'), eb('status', '<>', 'NORMAL')]))
    .orderBy('id')
    .execute();
  if (others[0]) return refuseField('inspectorIds', `「${others[0].name}」不是在任的陪餐领导`);
  const turns = inTurn(asked);
  if (turns.length === 0) return refuseField('weekdays', '所选日期中没有这些星期');
  const ids = await ctx.ids.take(turns.length);
  const written = await ctx.db
    .insertInto('duty_plan')
    .values(
      turns.map((turn, i) => ({
        organization_id: ownOrganization(ctx),
        id: ids[i]!,
        day: turn.day,
        meal_period_id: turn.mealPeriodId,
        restaurant_id: turn.restaurantId,
        inspector_id: turn.inspectorId,
        made_at: isoAt(nowMs),
        made_by: ctx.session.accountId,
        made_name: ctx.session.name,
        version: 1,
      })),
    )
    .onConflict((on) => on.columns(['organization_id', 'day', 'restaurant_id', 'meal_period_id']).doNothing())
    .returning('id')
    .execute();
  return { given: written.length, kept: turns.length - written.length };
}
