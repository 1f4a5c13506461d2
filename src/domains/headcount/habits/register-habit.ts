/** Enters fixed weekdays for people. Who has the same already keeps it; meals written down before stay as they are. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';

export interface HabitAsked {
  personIds: readonly number[];
  weekdays: readonly string[];
  mealPeriodIds: readonly number[];
  fromDate: string;
  toDate: string | null;
}

/** Answers how many people were entered. The people are those the session may see. */
export async function registerHabit(ctx: Ctx, asked: HabitAsked): Promise<number> {
  const { personIds, weekdays, mealPeriodIds, fromDate, toDate } = asked;
  const { rows } = await sqlOf(ctx.db).query(
    `insert into meal_habit (organization_id, id, person_id, weekdays, meal_period_ids, from_date, to_date, made_at, made_by, made_name)
     select $1, n.id, n.person, $4, $5, $6, $7, $8, $9, $10 from unnest($2::bigint[], $3::bigint[]) as n (id, person)
     where not exists (select from meal_habit h where h.organization_id = $1 and h.person_id = n.person and h.status = 'NORMAL'
       and h.weekdays @> $4::text[] and h.meal_period_ids @> $5::bigint[] and h.from_date <= $6::date
       and (h.to_date is null or h.to_date >= $7::date))
     returning id`,
    [
      ownOrganization(ctx),
      await ctx.ids.take(personIds.length),
      personIds,
      weekdays,
      mealPeriodIds,
      fromDate,
      toDate,
      isoAt(ctx.clock.now()),
      ctx.session.accountId,
      ctx.session.name,
    ],
  );
  return rows.length;
}
