/**
 * Makes cells say so many portions, whatever they said before: reports, changes, takes back and declines by the rules of each,
 * a statement per table. A cell given with the version its editor saw is left where somebody else changed it since, and named
 * with what it says now.
 */
import { sql } from 'kysely';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import { mealSetting } from '../rules/setting.ts';
import { judgeBack, takeBack } from './cancel-meals.ts';
import { changeMeals } from './change-meals.ts';
import { declineMeals } from './decline-meals.ts';
import { type Cell, type Diner, dinersOf, type Reporting, reportMeals, settledMeals } from './report-meals.ts';

/** A cell that is to say something else. */
export interface Tick {
  personId: number;
  diningDate: string;
  mealPeriodId: number;
  /** 0: not eating. */
  portions: number;
  /** The version seen, 0 where nothing was said yet; left out to write whatever is there. */
  version?: number;
}

/** A cell that somebody changed since it was seen. */
export interface Conflict {
  personId: number;
  diningDate: string;
  mealPeriodId: number;
  /** What it says now; 0 was taken back. */
  portions: number;
  byName: string;
  at: string;
}

export interface SavedTicks {
  /** Cells that now say what was wanted. */
  written: number;
  conflicts: Conflict[];
  refused: { personId: number; diningDate: string; mealPeriodId: number; why: string }[];
}

interface Stored {
  id: number;
  portions: number;
  standing: boolean;
  version: number;
}

const keyOf = ({ diningDate, mealPeriodId, personId }: Pick<Tick, 'diningDate' | 'mealPeriodId' | 'personId'>) =>
  `${diningDate}/${mealPeriodId}/${personId}`;

/** What is written of these cells as far as the session sees them, locked until the command ends. */
async function lockCells(ctx: Ctx, ticks: readonly Tick[]): Promise<Map<string, Stored>> {
  const rows = await ctx.db
    .selectFrom('meal_report')
    .select(['id', 'dining_date', 'meal_period_id', 'person_id', 'portions', 'status', 'version'])
    .where(
      sql<boolean>`(dining_date, meal_period_id, person_id) in (select * from unnest(
        ${ticks.map((one) => one.diningDate)}::date[], ${ticks.map((one) => one.mealPeriodId)}::bigint[],
        ${ticks.map((one) => one.personId)}::bigint[]))`,
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(
    rows.map(({ id, dining_date, meal_period_id, person_id, portions, status, version }) => [
      keyOf({ diningDate: dining_date, mealPeriodId: meal_period_id, personId: person_id }),
      { id, portions, standing: status === 'REPORTED', version },
    ]),
  );
}

/** What cells say now, with whose last word it was. */
async function conflictsOf(db: Sql, organizationId: number, ticks: readonly Tick[]): Promise<Conflict[]> {
  if (ticks.length === 0) return [];
  const { rows } = await db.query<Conflict>(
    `select r.person_id as "personId", r.dining_date as "diningDate", r.meal_period_id as "mealPeriodId",
       case when r.status = 'REPORTED' then r.portions else 0 end as portions, e.by_name as "byName", e.at
     from meal_report r
     join unnest($2::date[], $3::bigint[], $4::bigint[]) as k (day, meal, person)
       on r.dining_date = k.day and r.meal_period_id = k.meal and r.person_id = k.person
     cross join lateral (select v.by_name, v.at from meal_report_event v
       where v.organization_id = r.organization_id and v.report_id = r.id order by v.id desc limit 1) e
     where r.organization_id = $1`,
    [
      organizationId,
      ticks.map((one) => one.diningDate),
      ticks.map((one) => one.mealPeriodId),
      ticks.map((one) => one.personId),
    ],
  );
  return rows;
}

/** The people of the ticks the session may see. */
async function dinersSeen(ctx: Ctx, ticks: readonly Tick[]): Promise<Map<number, Diner>> {
  const asked = [...new Set(ticks.map((one) => one.personId))];
  const seen = await ctx.db
    .selectFrom('person')
    .select('id')
    .where(sql<boolean>`id = any(${asked}::bigint[])`)
    .execute();
  return dinersOf(
    sqlOf(ctx.db),
    ownOrganization(ctx),
    seen.map((row) => row.id),
  );
}

/** Each cell once in `ticks`. */
export async function setMeals(
  ctx: Ctx,
  ticks: readonly Tick[],
  { source, lateReason }: { source: Reporting['source']; lateReason: string },
): Promise<SavedTicks> {
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  const nowMs = ctx.clock.now();
  const diners = await dinersSeen(ctx, ticks);
  const setting = await mealSetting(db, organizationId, nowMs);
  const by = { id: ctx.session.accountId, name: ctx.session.name };
  const doing: Reporting = { organizationId, nowMs, by, source, ...(lateReason ? { lateReason } : {}) };
  const dates = ticks.map((one) => one.diningDate);
  const settled = await settledMeals(db, organizationId, dates);
  const stored = await lockCells(ctx, ticks);

  const refused: SavedTicks['refused'] = [];
  const no = ({ personId, diningDate, mealPeriodId }: Cell, refusal: Refusal) =>
    refused.push({ personId, diningDate, mealPeriodId, why: refusalMessage(refusal) });
  const stale: Tick[] = [];
  const report: Tick[] = [];
  const change: (Tick & { id: number; had: number })[] = [];
  const decline: Tick[] = [];
  const back: { id: number; portions: number; late: boolean }[] = [];
  let same = 0;
  for (const tick of ticks) {
    const there = stored.get(keyOf(tick));
    const now = there?.standing ? there.portions : 0;
    if (!diners.has(tick.personId)) no(tick, refuse('NOT_FOUND'));
    else if (there && now === tick.portions) same += 1;
    else if (tick.version !== undefined && (there?.version ?? 0) !== tick.version) stale.push(tick);
    else if (tick.portions > 0 && there?.standing) change.push({ ...tick, id: there.id, had: there.portions });
    else if (tick.portions > 0) report.push(tick);
    else if (!there) decline.push(tick);
    else {
      const mealPeriodName = setting.meals.get(tick.mealPeriodId)?.name ?? '';
      const judged = judgeBack(setting, settled, { ...tick, mealPeriodName }, doing);
      if ('refused' in judged) no(tick, judged);
      else back.push({ id: there.id, portions: there.portions, late: judged.late });
    }
  }

  const reported = await reportMeals(db, ctx.ids, setting, diners, report, doing);
  const declined = await declineMeals(db, ctx.ids, setting, settled, diners, decline, doing);
  const changed = await changeMeals(db, ctx.ids, setting, settled, diners, change, doing);
  const taken = await takeBack(db, ctx.ids, back, doing);
  // Somebody said something of the cell between the look and the write.
  const versioned = ticks.some((one) => one.version !== undefined);
  const overtaken = new Set(['REPORTED_BEFORE', 'SAID_BEFORE']);
  for (const { cell, refusal } of [...reported.refused, ...declined.refused]) {
    if (versioned && overtaken.has(refusal.code)) stale.push({ ...cell, portions: 0 });
    else no(cell, refusal);
  }
  for (const one of changed.refused) no(one.change, one.refusal);

  const written = reported.ids.length + declined.ids.length + changed.ids.length + taken.length;
  const days = dates.toSorted();
  if (written > 0)
    await ctx.audit({
      action: '人工报餐',
      targetName: `${days[0]} 至 ${days.at(-1)}：报 ${reported.ids.length}，改 ${changed.ids.length}，取消 ${
        taken.length + declined.ids.length
      }`,
    });
  // Who wanted the same as somebody quicker has what he wanted.
  const wanted = new Map(ticks.map((one) => [keyOf(one), one.portions]));
  const overtook = await conflictsOf(db, organizationId, stale);
  const conflicts = overtook.filter((one) => one.portions !== wanted.get(keyOf(one)));
  return { written: written + same + overtook.length - conflicts.length, conflicts, refused };
}
