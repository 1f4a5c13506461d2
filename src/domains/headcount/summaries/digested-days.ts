/** Meals of days as they were added up last night, and which days are to be read as they lie. */
import { sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx, Db } from '../../../kit/server/context.ts';
import { type Asked, earlier, later, within } from './asked.ts';
import type { Eaten, MealKey } from './eaten.ts';
import type { dinerSorts } from './report-figures.ts';
import { digestAndStale } from './stale.ts';

/** Figures of the rows of reports, as the pages call them. */
export const figureNames = {
  reported_portions: 'reportedPortions',
  cancelled_portions: 'cancelledPortions',
  eaten_portions: 'eatenPortions',
  missed_portions: 'missedPortions',
  unclear_portions: 'unclearPortions',
  waiting_portions: 'waitingPortions',
  pending_heads: 'pendingHeads',
} as const;
type FigureName = (typeof figureNames)[keyof typeof figureNames];

export interface DigestedDays {
  reports: (MealKey & Record<FigureName, number>)[];
  eaten: Eaten[];
  /** Which of the days asked for are not among them. */
  pieces: Asked[];
}

/** Runs of days out of single ones, in order. */
function runsOf(days: readonly string[]): [string, string][] {
  const runs: [string, string][] = [];
  for (const day of [...new Set(days)].sort()) {
    const last = runs.at(-1);
    if (last && addDays(last[1], 1) === day) last[1] = day;
    else runs.push([day, day]);
  }
  return runs;
}

/** The rows of days up to `coveredTo`, without those written to since. */
async function kept(db: Db, asked: Asked, coveredTo: string, stale: readonly string[]) {
  const heads = (key: keyof typeof dinerSorts) =>
    sql<number>`sum(${sql.ref(`u.${key}${asked.perRestaurant ? '_restaurant' : ''}_heads`)})::bigint`;
  const rows = await db
    .selectFrom('rollup_diner_day as u')
    .where(within({ ...asked, to: earlier(asked.to, coveredTo) }, { table: 'u' }))
    .where(sql<boolean>`u.dining_date <> all(${stale}::date[])`)
    .groupBy(['u.organization_id', 'u.dining_date', 'u.meal_period_id'])
    .select([
      'u.organization_id as organizationId',
      'u.dining_date as diningDate',
      'u.meal_period_id as mealPeriodId',
      ...(Object.keys(figureNames) as (keyof typeof figureNames)[]).map((key) =>
        sql<number>`sum(${sql.ref(`u.${key}`)})::bigint`.as(figureNames[key]),
      ),
      heads('reported').as('reportedHeads'),
      heads('counted').as('countedHeads'),
      heads('unreported').as('unreportedHeads'),
      heads('guest').as('guestHeads'),
    ])
    .execute();
  return {
    reports: rows.map(({ reportedHeads: _r, countedHeads: _c, unreportedHeads: _u, guestHeads: _g, ...row }) => row),
    eaten: rows
      .filter(
        (row) => row.reportedHeads !== 0 || row.countedHeads !== 0 || row.unreportedHeads !== 0 || row.guestHeads !== 0,
      )
      .map(
        ({ organizationId, diningDate, mealPeriodId, reportedHeads, countedHeads, unreportedHeads, guestHeads }) => ({
          organizationId,
          diningDate,
          mealPeriodId,
          reportedHeads,
          countedHeads,
          unreportedHeads,
          guestHeads,
        }),
      ),
  };
}

async function ofUnit(ctx: Ctx, asked: Asked, unit: number): Promise<DigestedDays> {
  const own = { ...asked, organizationIds: [unit] };
  const digest = await digestAndStale(ctx, unit);
  if (!digest) return { reports: [], eaten: [], pieces: [own] };
  const { coveredTo } = digest;
  const stale = digest.stale
    .map((one) => one.day)
    .filter((day) => (asked.from === null || day >= asked.from) && (asked.to === null || day <= asked.to));
  const pieces: Asked[] = runsOf(stale).map(([from, to]) => ({ ...own, from, to }));
  if (asked.to === null || asked.to > coveredTo)
    pieces.push({ ...own, from: later(asked.from, addDays(coveredTo, 1)) });
  return { ...(await kept(ctx.db, own, coveredTo, stale)), pieces };
}

/** More units than this are read as they lie. */
const mostUnits = 100;

/** Of units whose departments are all seen; everything else is read as it lies. */
export async function digestedDays(ctx: Ctx, asked: Asked): Promise<DigestedDays> {
  const { organizations, departments } = ctx.scope;
  const among = asked.organizationIds.length > 0 ? asked.organizationIds : organizations;
  if (among === 'ALL' || among.length > mostUnits || departments !== 'ALL')
    return { reports: [], eaten: [], pieces: [asked] };
  const found: DigestedDays = { reports: [], eaten: [], pieces: [] };
  for (const unit of among) {
    const own = await ofUnit(ctx, asked, unit);
    found.reports.push(...own.reports);
    found.eaten.push(...own.eaten);
    found.pieces.push(...own.pieces);
  }
  return found;
}

/** Asks for one piece after the other: a connection reads one statement at a time. */
export async function overPieces<T>(pieces: readonly Asked[], ask: (piece: Asked) => Promise<T[]>): Promise<T[]> {
  const found: T[] = [];
  for (const piece of pieces) found.push(...(await ask(piece)));
  return found;
}
