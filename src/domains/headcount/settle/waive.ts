/** Forgives missed meals by hand, and takes that back; the month is judged again at once. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Ids } from '../../../kit/server/ids.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { headcountRefusals } from '../refusals.ts';
import { type Reporting, writeEvents } from '../reports/report-meals.ts';
import { isOwn } from './own.ts';
import { settleMeal } from './settle-meal.ts';

type Waiving = Pick<Reporting, 'organizationId' | 'nowMs' | 'by'>;

export interface Waived {
  id: number;
  personId: number;
  diningDate: string;
  mealPeriodId: number;
}

/**
 * Writes the waiver, or with null its end, and judges the meals again; the caller has looked whose they are. One of a whole
 * meal is taken back as a whole, beside those of single people.
 */
export async function writeWaiver(
  db: Sql,
  ids: Ids,
  { organizationId, nowMs, by }: Waiving,
  of: readonly Waived[],
  reason: string | null,
  wholeMeal = false,
): Promise<void> {
  await db.query(
    `update meal_report set waived_by = $3, waived_name = $4, waived_reason = $5, waived_meal = $6, version = version + 1
     where organization_id = $1 and id = any($2::bigint[])`,
    [
      organizationId,
      of.map((one) => one.id),
      reason === null ? null : by.id,
      reason === null ? '' : by.name,
      reason ?? '',
      reason !== null && wholeMeal,
    ],
  );
  const events = of.map(({ id }) => ({ id, note: reason ?? '' }));
  await writeEvents(db, ids, { organizationId, nowMs, by }, reason === null ? 'UNWAIVE' : 'WAIVE', events);
  const meals = new Map(of.map((one) => [`${one.diningDate}/${one.mealPeriodId}`, one]));
  for (const { diningDate, mealPeriodId } of meals.values())
    await settleMeal(db, ids, { organizationId, diningDate, mealPeriodId }, { nowMs, by, final: true });
}

/** Waives the reports, or takes the waiver back when `reason` is null. Charges follow with the next booking. */
export async function waiveMeals(
  ctx: Ctx,
  of: readonly Waived[],
  reason: string | null,
  wholeMeal = false,
): Promise<Refusal | undefined> {
  const personIds = of.map((one) => one.personId);
  if (await isOwn(ctx, personIds)) return refuse(headcountRefusals.OWN_MEAL);
  const by = { id: ctx.session.accountId, name: ctx.session.name };
  const doing = { organizationId: ownOrganization(ctx), nowMs: ctx.clock.now(), by };
  await writeWaiver(sqlOf(ctx.db), ctx.ids, doing, of, reason, wholeMeal);
  return undefined;
}
