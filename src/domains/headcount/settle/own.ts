/** Whose meal it is: nobody forgives their own, and nobody settles by hand a meal of which their own is still open. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';

/** Whether one of these people is who acts, known by the phone of the account. */
export async function isOwn(ctx: Ctx, personIds: readonly number[]): Promise<boolean> {
  const { rows } = await sqlOf(ctx.db).query<{ own: boolean }>(
    `select exists (select from person p join account a on a.id = $3
       where p.organization_id = $1 and p.id = any($2::bigint[]) and a.phone <> '' and p.phone = a.phone) as own`,
    [ownOrganization(ctx), personIds, ctx.session.accountId],
  );
  return rows[0]?.own ?? false;
}

/** Whether who acts, known by the phone of the account, reported the meal and is not known to have come for it. */
export async function isOwnMeal(ctx: Ctx, meal: { diningDate: string; mealPeriodId: number }): Promise<boolean> {
  const { rows } = await sqlOf(ctx.db).query<{ own: boolean }>(
    `select exists (select from meal_report r join person p on p.organization_id = r.organization_id and p.id = r.person_id
       join account a on a.id = $4 where r.organization_id = $1 and r.dining_date = $2 and r.meal_period_id = $3
         and r.status = 'REPORTED' and r.fate not in ('EATEN', 'EXCUSED') and a.phone <> '' and p.phone = a.phone) as own`,
    [ownOrganization(ctx), meal.diningDate, meal.mealPeriodId, ctx.session.accountId],
  );
  return rows[0]?.own ?? false;
}
