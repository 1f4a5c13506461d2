/** A diner reports a meal or takes it back: the desk's commands, for one person, never after the cut-off. */
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import {
  cancelMeals,
  dinersOf,
  eatsByDefault,
  mealSetting,
  reportMeals,
  ruleFor,
} from '../../headcount/public.server.ts';
import type { Self } from './signers.ts';

export interface WantedReport {
  diningDate: string;
  mealPeriodId: number;
  portions: number;
}

interface Report {
  id: number;
  portions: number;
  status: string;
}

/** Diners are no accounts: the journal has their names. */
const handOf = ({ personName }: Self) => ({ id: 0, name: personName });

async function reportOf(
  db: Sql,
  { organizationId, personId }: Self,
  { diningDate, mealPeriodId }: Omit<WantedReport, 'portions'>,
): Promise<Report | undefined> {
  const { rows } = await db.query<Report>(
    `select id, portions, status from meal_report
     where organization_id = $1 and person_id = $2 and dining_date = $3 and meal_period_id = $4`,
    [organizationId, personId, diningDate, mealPeriodId],
  );
  return rows[0];
}

export async function reportSelf(
  { clock, ids }: Pick<Services, 'clock' | 'ids'>,
  db: Sql,
  diner: Self,
  wanted: WantedReport,
  source: 'SELF' | 'DEVICE',
): Promise<{ reportId: number } | Refusal> {
  const { organizationId, personId } = diner;
  const nowMs = clock.now();
  const setting = await mealSetting(db, organizationId, nowMs);
  const known = await dinersOf(db, organizationId, [personId]);
  const { ids: written, refused } = await reportMeals(db, ids, setting, known, [{ personId, ...wanted }], {
    organizationId,
    nowMs,
    by: handOf(diner),
    source,
  });
  return refused[0]?.refusal ?? { reportId: written[0]! };
}

/** Takes a report back. Who eats unless he says otherwise says so with it: his meal is then not reported for him. */
export async function cancelSelf(
  parts: Pick<Services, 'clock' | 'ids'>,
  db: Sql,
  diner: Self,
  meal: Omit<WantedReport, 'portions'>,
  source: 'SELF' | 'DEVICE',
): Promise<{ reportId: number } | Refusal> {
  const { organizationId, personId } = diner;
  const nowMs = parts.clock.now();
  const setting = await mealSetting(db, organizationId, nowMs);
  if (!(await reportOf(db, diner, meal))) {
    const known = (await dinersOf(db, organizationId, [personId])).get(personId);
    const { diningDate, mealPeriodId } = meal;
    const rule = known && ruleFor(setting, known, mealPeriodId, diningDate);
    if (!rule || !eatsByDefault(rule, known.habits, diningDate, mealPeriodId)) return refuse('NOT_FOUND');
    const made = await reportSelf(parts, db, diner, { ...meal, portions: 1 }, source);
    if ('refused' in made) return made;
  }
  const report = (await reportOf(db, diner, meal))!;
  if (report.status === 'CANCELLED') return { reportId: report.id };
  const mealPeriodName = setting.meals.get(meal.mealPeriodId)?.name ?? '';
  const no = await cancelMeals(db, parts.ids, [{ ...report, ...meal, mealPeriodName }], {
    organizationId,
    nowMs,
    by: handOf(diner),
  });
  return no ?? { reportId: report.id };
}
