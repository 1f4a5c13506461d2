/** Who is away on which meals. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { type AbsenceKind, absenceWord } from './absence-words.ts';

export interface Absence {
  /** `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
  /** Empty: every meal. */
  meals: readonly number[];
  kind: AbsenceKind;
}

/** The absence that covers a meal of a day, if one does. */
export const awayAt = <A extends Absence>(
  absences: readonly A[],
  diningDate: string,
  mealPeriodId: number,
): A | undefined =>
  absences.find(
    (one) =>
      one.from <= diningDate && diningDate <= one.to && (one.meals.length === 0 || one.meals.includes(mealPeriodId)),
  );

/** SQL: the absences of a person `p` as JSON, shaped like `Absence`. */
export const absencesSql = `coalesce((select json_agg(json_build_object('from', w.from_date, 'to', w.to_date,
    'meals', w.meal_period_ids, 'kind', w.kind)) from meal_absence w
  where w.organization_id = p.organization_id and w.person_id = p.id and w.status = 'NORMAL'), '[]'::json)`;

export interface KnownAbsence extends Absence {
  personId: number;
  madeName: string;
  /** Epoch ms. */
  madeAtMs: number;
  /** Entered after meals had begun, by who may: it excuses those as well. */
  late: boolean;
}

/** The absences of people that touch the days from `from` on and before `until`. */
export async function absencesOf(
  db: Sql,
  organizationId: number,
  personIds: readonly number[],
  from: string,
  until: string,
): Promise<Map<number, KnownAbsence[]>> {
  const { rows } = await db.query<KnownAbsence>(
    `select person_id as "personId", from_date as "from", to_date as "to", meal_period_ids as meals, kind,
       made_name as "madeName", (extract(epoch from made_at) * 1000)::bigint as "madeAtMs", late_reason <> '' as late
     from meal_absence where organization_id = $1 and person_id = any($2::bigint[]) and status = 'NORMAL'
       and from_date < $4 and to_date >= $3 order by made_at, id`,
    [organizationId, personIds, from, until],
  );
  return Map.groupBy(rows, (row) => row.personId);
}

/** The words by which an absence excuses a meal that began at `startsAtMs`; null where it was entered too late for it. */
export function excusedBy(
  absences: readonly KnownAbsence[],
  { diningDate, mealPeriodId, startsAtMs }: { diningDate: string; mealPeriodId: number; startsAtMs: number },
): string | null {
  const inTime = absences.filter((one) => one.late || one.madeAtMs < startsAtMs);
  const found = awayAt(inTime, diningDate, mealPeriodId);
  if (!found) return null;
  // Why somebody is away is for who may open it; that he is, explains the meal.
  return `${absenceWord(found.kind)}（${found.madeName} 登记）`;
}

/** Whether somebody with these absences is away at a meal. */
export const isAway = (
  { absences }: { absences: readonly Absence[] },
  diningDate: string,
  mealPeriodId: number,
): boolean => awayAt(absences, diningDate, mealPeriodId) !== undefined;
