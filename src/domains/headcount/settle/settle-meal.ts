/**
 * Judges a meal of a day: what became of everybody who reported it, and with it of their whole month, since a meal known to be
 * eaten frees a forgiveness that a later one takes up. Run as often as wanted: only differences are written.
 */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Ids } from '../../../kit/server/ids.ts';
import { absencesOf, excusedBy, type KnownAbsence } from '../absences/absent.ts';
import { countCame } from '../counts/came.ts';
import { type Forgiven, forgivenBy, forgivenOf } from '../lists/listed.ts';
import { tellJudged } from '../notices/tell-judged.ts';
import { writeEvents } from '../reports/report-meals.ts';
import { instantOf } from '../rules/setting.ts';
import { type Decided, decideMonth, type Excuse, isMiss, type MealCase } from './decide-month.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import { cutOffsFrom, type PastSettings, pastSettings } from './past-settings.ts';
import { termsOf } from './terms-of.ts';

interface Report {
  id: number;
  personId: number;
  diningDate: string;
  mealPeriodId: number;
  mealName: string;
  startTime: string;
  endTime: string;
  ruleId: number;
  portions: number;
  final: boolean;
  fate: string;
  nth: number;
  chargeFen: number;
  reason: string;
  waivedName: string;
  waivedReason: string;
  waivedMeal: boolean;
  waivedBy: number | null;
}

export interface MealOfDay {
  organizationId: number;
  diningDate: string;
  mealPeriodId: number;
}

const monthOf = (date: string): [first: string, next: string] => {
  const first = `${date.slice(0, 7)}-01`;
  return [first, `${addDays(first, 31).slice(0, 7)}-01`];
};

/** Live reports `r` of the unit ($1) that a meal of a day ($2, $3) and its month have to do with. */
const reportsSql = `select r.id, r.person_id as "personId", r.dining_date as "diningDate", r.meal_period_id as "mealPeriodId",
    m.name as "mealName", m.start_time as "startTime", m.end_time as "endTime", r.rule_id as "ruleId", r.portions, r.final,
    r.fate, r.nth, r.charge_fen as "chargeFen", r.fate_reason as reason, r.waived_name as "waivedName",
    r.waived_reason as "waivedReason", r.waived_meal as "waivedMeal", r.waived_by as "waivedBy"
  from meal_report r
  join meal_period m on m.organization_id = r.organization_id and m.id = r.meal_period_id
  where r.organization_id = $1 and r.status = 'REPORTED'`;

/** Those of the meal. */
async function reportsOf(db: Sql, { organizationId, diningDate, mealPeriodId }: MealOfDay): Promise<Report[]> {
  const { rows } = await db.query<Report>(`${reportsSql} and r.dining_date = $2 and r.meal_period_id = $3`, [
    organizationId,
    diningDate,
    mealPeriodId,
  ]);
  return rows;
}

/** Those of settled other meals of the month, of these people. */
async function othersOf(db: Sql, meal: MealOfDay, personIds: readonly number[]): Promise<Report[]> {
  if (personIds.length === 0) return [];
  const { rows } = await db.query<Report>(
    `${reportsSql} and r.final and (r.dining_date, r.meal_period_id) <> ($2::date, $3::bigint)
       and r.dining_date >= $4 and r.dining_date < $5 and r.person_id = any($6::bigint[])`,
    [meal.organizationId, meal.diningDate, meal.mealPeriodId, ...monthOf(meal.diningDate), personIds],
  );
  return rows;
}

const clockOf = (at: string) => at.slice(11, 16);

function eatenWords({ eatenAt, waitingAt }: Evidence): string | null {
  if (eatenAt) return `${clockOf(eatenAt)} 就餐`;
  return waitingAt ? `${clockOf(waitingAt)} 有脱机消费记录，待处理` : null;
}

function unclearWords({ refusedAt, refusedWhy, undone }: Evidence): string | null {
  if (undone) return '就餐记录已全部退回，待判定';
  return refusedAt ? `${clockOf(refusedAt)} 到场刷卡被拒：${refusedWhy}` : null;
}

function excuseOf(report: Report, absences: readonly KnownAbsence[], lists: readonly Forgiven[]): MealCase['excuse'] {
  const { waivedBy, waivedName, waivedReason, waivedMeal, diningDate, startTime } = report;
  if (waivedBy !== null)
    return { kind: 'WAIVED' satisfies Excuse, note: `${waivedMeal ? '整餐：' : ''}${waivedReason}（${waivedName}）` };
  const startsAtMs = instantOf(diningDate, startTime);
  const note = excusedBy(absences, { ...report, startsAtMs });
  if (note !== null) return { kind: 'ABSENCE' satisfies Excuse, note };
  const listed = forgivenBy(lists, { diningDate, startsAtMs });
  return listed === null ? null : { kind: 'WHITE_LIST' satisfies Excuse, note: listed };
}

/** A case with the report it is of. */
interface Judged extends MealCase {
  report: Report;
  eatenAt: string | null;
}

interface Change extends Decided {
  report: Report;
  eatenAt: string | null;
  final: boolean;
}

/** The facts of these reports, as the judgement takes them. */
async function casesOf(
  db: Sql,
  meal: MealOfDay,
  reports: readonly Report[],
  settings: PastSettings,
): Promise<Judged[]> {
  const { organizationId } = meal;
  const evidence = await evidenceOf(db, organizationId, reports, settings.slackOf);
  // Who ate needs no excuse.
  const absent = [
    ...new Set(reports.filter((one) => eatenWords(evidence.get(one.id)!) === null).map((one) => one.personId)),
  ];
  const absences = await absencesOf(db, organizationId, absent, ...monthOf(meal.diningDate));
  const lists = await forgivenOf(db, organizationId, absent);
  return Promise.all(
    reports.map(async (report) => {
      const rule = await settings.ruleOf(report.ruleId, report.mealPeriodId, report.diningDate);
      const known = evidence.get(report.id)!;
      return {
        report,
        eatenAt: known.eatenAt,
        diningDate: report.diningDate,
        mealPeriodId: report.mealPeriodId,
        mealName: report.mealName,
        startTime: report.startTime,
        endTime: report.endTime,
        portions: report.portions,
        priceFen: (rule?.priceFen ?? 0) * report.portions,
        terms: termsOf(rule),
        eaten: eatenWords(known),
        unclear: unclearWords(known),
        excuse:
          eatenWords(known) !== null
            ? null
            : excuseOf(report, absences.get(report.personId) ?? [], lists.get(report.personId) ?? []),
      };
    }),
  );
}

/**
 * What the present facts say of every report, where it differs from what is written. Only a miss speaks of the other meals of its
 * month: the months of those who miss this meal, or were held to have, are read; a change to another meal is found when that one
 * is judged.
 */
async function changesOf(db: Sql, meal: MealOfDay, nowMs: number, final: boolean): Promise<Change[]> {
  const [first] = monthOf(meal.diningDate);
  const settings = await pastSettings(db, meal.organizationId, nowMs, cutOffsFrom(first));
  const present = await casesOf(db, meal, await reportsOf(db, meal), settings);
  const missing = present.filter((one) => isMiss(one) || one.report.nth > 0).map((one) => one.report.personId);
  const others = Map.groupBy(
    await casesOf(db, meal, await othersOf(db, meal, missing), settings),
    (one) => one.report.personId,
  );
  const changes: Change[] = [];
  for (const one of present) {
    const own = [one, ...(others.get(one.report.personId) ?? [])];
    for (const decided of decideMonth(own)) {
      const { report, eatenAt } = own.find(
        (each) => each.diningDate === decided.diningDate && each.mealPeriodId === decided.mealPeriodId,
      )!;
      const ends = report.final || final;
      // Until a meal is settled nothing is charged for it.
      const chargeFen = ends ? decided.chargeFen : 0;
      const same =
        report.fate === decided.fate &&
        report.nth === decided.nth &&
        report.chargeFen === chargeFen &&
        report.reason === decided.reason &&
        report.final === ends;
      if (!same) changes.push({ ...decided, chargeFen, report, eatenAt, final: ends });
    }
  }
  return changes;
}

export interface ForeseenCharges {
  /** Reports that cost more, and by how much. */
  charged: number;
  chargeFen: number;
  /** What others give back. */
  backFen: number;
}

/** What settling the meal for good would charge and give back on what is known now; nothing is written. */
export async function foreseeCharges(db: Sql, meal: MealOfDay, nowMs: number): Promise<ForeseenCharges> {
  const by = (await changesOf(db, meal, nowMs, true)).map(({ chargeFen, report }) => chargeFen - report.chargeFen);
  const more = by.filter((fen) => fen > 0);
  const sum = (list: readonly number[]) => list.reduce((total, fen) => total + fen, 0);
  return { charged: more.length, chargeFen: sum(more), backFen: -sum(by.filter((fen) => fen < 0)) };
}

export interface Settling {
  nowMs: number;
  /** Whose doing it is, in the events: a job's, or a clerk's who settles before all terminals have told. */
  by: { id: number; name: string };
  /** Provisional until the terminals have told: fates are shown, nothing is charged. */
  final: boolean;
}

/** Writes what became of the meal's reports and answers how many rows changed. Runs in the caller's transaction. */
export async function settleMeal(db: Sql, ids: Ids, meal: MealOfDay, settling: Settling): Promise<number> {
  const { nowMs, by, final } = settling;
  const { organizationId } = meal;
  // One settlement of a unit at a time: two would decide the same person's month from different facts.
  await db.query(`select pg_advisory_xact_lock(hashtextextended('meal settlement', $1))`, [organizationId]);
  const changes = await changesOf(db, meal, nowMs, final);
  if (changes.length > 0)
    await db.query(
      `update meal_report r set fate = n.fate, nth = n.nth, charge_fen = n.charge, fate_reason = n.reason,
         eaten_at = n.eaten, final = n.final, charge_wait = case when r.charge_fen = n.charge then r.charge_wait else '' end,
         version = r.version + 1
       from unnest($2::bigint[], $3::text[], $4::int[], $5::bigint[], $6::text[], $7::timestamptz[], $8::boolean[])
         as n (id, fate, nth, charge, reason, eaten, final)
       where r.organization_id = $1 and r.id = n.id`,
      [
        organizationId,
        changes.map((c) => c.report.id),
        changes.map((c) => c.fate),
        changes.map((c) => c.nth),
        changes.map((c) => c.chargeFen),
        changes.map((c) => c.reason),
        changes.map((c) => c.eatenAt),
        changes.map((c) => c.final),
      ],
    );
  await writeEvents(
    db,
    ids,
    { organizationId, nowMs, by },
    'FATE',
    changes.map((c) => ({ id: c.report.id, amountFen: c.chargeFen, note: c.reason })),
  );
  await tellJudged(
    db,
    ids,
    organizationId,
    changes.map(({ report, ...now }) => ({ ...report, before: report, ...now })),
    nowMs,
  );
  await countCame(db, meal, final);
  await db.query(
    `update meal_settlement set runs = runs + 1, state = case when $4 then 'SETTLED' when state = 'SETTLED' then state
         else 'PROVISIONAL' end, settled_at = case when $4 then coalesce(settled_at, $5) else settled_at end
     where organization_id = $1 and dining_date = $2 and meal_period_id = $3`,
    [organizationId, meal.diningDate, meal.mealPeriodId, final, isoAt(nowMs)],
  );
  return changes.length;
}
