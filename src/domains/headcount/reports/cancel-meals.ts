/** Takes reports back: until the cut-off by whoever may report, afterwards with the right for it and a reason. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { headcountRefusals } from '../refusals.ts';
import { instantsOf, mealSetting } from '../rules/setting.ts';
import { settledMeals, writeEvents } from './report-meals.ts';

export interface Cancelled {
  id: number;
  diningDate: string;
  mealPeriodId: number;
  mealPeriodName: string;
  portions: number;
}

/** All of the reports or none; the refusal names the first that stays. */
export async function cancelMeals(
  ctx: Ctx,
  reports: readonly Cancelled[],
  lateReason: string,
): Promise<Refusal | undefined> {
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  const nowMs = ctx.clock.now();
  const setting = await mealSetting(db, organizationId, nowMs);
  const settled = await settledMeals(
    db,
    organizationId,
    reports.map((one) => one.diningDate),
  );
  let late = false;
  for (const { diningDate, mealPeriodId, mealPeriodName } of reports) {
    const named = { date: diningDate, meal: mealPeriodName };
    if (settled.has(`${diningDate}/${mealPeriodId}`)) return refuse(headcountRefusals.MEAL_SETTLED, named);
    const meal = setting.meals.get(mealPeriodId);
    const closesAt = meal ? instantsOf(setting, meal, diningDate).cancelAt : 0;
    if (nowMs < closesAt) continue;
    if (!lateReason)
      return refuse(headcountRefusals.MEAL_CLOSED, {
        ...named,
        closed: isoAt(closesAt).slice(0, 16).replace('T', ' '),
      });
    late = true;
  }
  const { rows } = await db.query<{ id: number }>(
    `update meal_report set status = 'CANCELLED', late = late or $3, late_reason = case when $3 then $4 else late_reason end,
       version = version + 1
     where organization_id = $1 and id = any($2::bigint[]) and status = 'REPORTED' and not final returning id`,
    [organizationId, reports.map((one) => one.id), late, lateReason],
  );
  if (rows.length !== reports.length) return refuse(headcountRefusals.NOT_CANCELLABLE);
  const by = { id: ctx.session.accountId, name: ctx.session.name };
  const events = reports.map(({ id, portions }) => ({ id, portions, note: lateReason }));
  await writeEvents(db, ctx.ids, { organizationId, nowMs, by }, 'CANCEL', events);
  return undefined;
}
