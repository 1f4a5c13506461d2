/** Enters that people are away: what is reported for them and can still be taken back is; the rest is excused when it is judged. */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { headcountRefusals } from '../refusals.ts';
import { judgeBack, takeBack } from '../reports/cancel-meals.ts';
import { settledMeals } from '../reports/report-meals.ts';
import { mealSetting } from '../rules/setting.ts';
import { type AbsenceKind, absenceWord } from './absence-words.ts';

/** Days back that an absence may still be entered for: as far as meals are settled anew every night. */
export const latestDays = 7;

/** Longest absence that is entered at once, days. */
export const longestDays = 366;

/** The first day an absence may be entered for: today, or with the right and a reason as far back as meals are settled anew. */
export const earliestDay = (nowMs: number, lateReason: string): string =>
  addDays(businessDay(nowMs), lateReason ? -latestDays : 0);

export interface AbsenceAsked {
  personIds: readonly number[];
  kind: AbsenceKind;
  /** `YYYY-MM-DD`, both included. */
  fromDate: string;
  toDate: string;
  /** Empty: every meal. */
  mealPeriodIds: readonly number[];
  reason: string;
  /** Of who may enter it after meals have begun; empty otherwise. */
  lateReason: string;
}

export interface AbsenceEntered {
  /** People entered; the others had the same entry before. */
  people: number;
  /** Who they are. */
  entered: readonly number[];
  /** Reports taken back. */
  cancelled: number;
  /** Reports that stand, since their time to be taken back is over. */
  left: number;
}

interface Standing {
  id: number;
  diningDate: string;
  mealPeriodId: number;
  mealPeriodName: string;
  portions: number;
}

async function insert(ctx: Ctx, asked: AbsenceAsked): Promise<number[]> {
  const { personIds, kind, fromDate, toDate, mealPeriodIds, reason, lateReason } = asked;
  const { rows } = await sqlOf(ctx.db).query<{ personId: number }>(
    `insert into meal_absence (organization_id, id, person_id, kind, from_date, to_date, meal_period_ids, reason, late_reason,
       made_at, made_by, made_name)
     select $1, n.id, n.person, $4, $5, $6, $7, $8, $9, $10, $11, $12
     from unnest($2::bigint[], $3::bigint[]) as n (id, person)
     where not exists (select from meal_absence a where a.organization_id = $1 and a.person_id = n.person
       and a.status = 'NORMAL' and a.from_date <= $5 and a.to_date >= $6
       and (a.meal_period_ids = '{}' or ($7::bigint[] <> '{}' and a.meal_period_ids @> $7::bigint[])))
     returning person_id as "personId"`,
    [
      ownOrganization(ctx),
      await ctx.ids.take(personIds.length),
      personIds,
      kind,
      fromDate,
      toDate,
      mealPeriodIds,
      reason,
      lateReason,
      isoAt(ctx.clock.now()),
      ctx.session.accountId,
      ctx.session.name,
    ],
  );
  return rows.map((row) => row.personId);
}

/** Live reports of the people on the days that are not judged yet. */
async function standing(ctx: Ctx, asked: AbsenceAsked): Promise<Standing[]> {
  const { personIds, fromDate, toDate, mealPeriodIds } = asked;
  const { rows } = await sqlOf(ctx.db).query<Standing>(
    `select r.id, r.dining_date as "diningDate", r.meal_period_id as "mealPeriodId", m.name as "mealPeriodName", r.portions
     from meal_report r join meal_period m on m.organization_id = r.organization_id and m.id = r.meal_period_id
     where r.organization_id = $1 and r.person_id = any($2::bigint[]) and r.dining_date between $3 and $4
       and ($5::bigint[] = '{}' or r.meal_period_id = any($5::bigint[])) and r.status = 'REPORTED' and not r.final`,
    [ownOrganization(ctx), personIds, fromDate, toDate, mealPeriodIds],
  );
  return rows;
}

/** Runs in the caller's transaction. The people are those the session may see. */
export async function registerAbsence(ctx: Ctx, asked: AbsenceAsked): Promise<AbsenceEntered | Refusal> {
  const nowMs = ctx.clock.now();
  if (asked.fromDate < earliestDay(nowMs, asked.lateReason))
    return refuse(headcountRefusals.ABSENCE_LATE, { date: asked.fromDate, days: latestDays });
  const people = await insert(ctx, asked);
  const db = sqlOf(ctx.db);
  const organizationId = ownOrganization(ctx);
  const setting = await mealSetting(db, organizationId, nowMs);
  const reports = await standing(ctx, { ...asked, personIds: people });
  const dates = reports.map((one) => one.diningDate);
  const settled = await settledMeals(db, organizationId, dates);
  const by = { id: ctx.session.accountId, name: ctx.session.name };
  const open = reports.filter((one) => !('refused' in judgeBack(setting, settled, one, { nowMs })));
  const back = open.map(({ id, portions }) => ({ id, portions, late: false }));
  const taken = await takeBack(db, ctx.ids, back, { organizationId, nowMs, by }, absenceWord(asked.kind));
  return { people: people.length, entered: people, cancelled: taken.length, left: reports.length - taken.length };
}
