/**
 * Consumption of whole units and caterers out of what the nights have added up since the first of each month: a period is what
 * stands at its end less what stood before it, so that it is read the faster the coarser it is, not the shorter.
 */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { lastOfMonth } from '../../../kit/define/month.ts';
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { isWide, type Scope } from '../../../kit/server/query/scope.ts';
import type { Tables } from '../../../kit/server/query/tables.ts';
import { rememberedDays } from '../../tenancy/public.server.ts';
import { foldedDays, type placeTotals } from '../../wallet/public.server.ts';
import { summedColumns } from '../summaries/summary.ts';

const figures = {
  place: [
    ...Object.values(summedColumns),
    'offline_count',
    'heads',
    'restaurant_heads',
    'reverse_count',
    'supplement_count',
  ],
  people: ['people_net_fen'],
} as const;
const dayTotals = { place: 'consumed_by_place', people: 'consumed_by_people' } as const;

/** What of the totals is told apart, by the rows or by the search. */
export interface RunsAsked {
  units: boolean;
  caterers: boolean;
  days: boolean;
  /** First and last day, `YYYY-MM-DD`. */
  from: string | null;
  to: string | null;
  /** Added up by where it was eaten, or by who ate. */
  side: keyof typeof figures;
}

/** Asked like the totals by place; `contractor_id` stands for restaurant, meal and device. */
type RunTotals = Awaited<ReturnType<typeof placeTotals>>;
type Condition = RawBuilder<boolean>;

/** Nobody's role leaves out a restaurant or a department. */
const seesWhole = ({ departments, restaurants, served }: Scope) =>
  departments === 'ALL' && (served ? served.whole === true : restaurants === 'ALL');

/** The last day of each month from one day to another, the last of them that day itself. */
function ends(from: string, to: string): string[] {
  const last = lastOfMonth(from);
  return last < to ? [last, ...ends(addDays(last, 1), to)] : [to];
}

/** A part of the union: where it is read, what its rows are called, and how its figures count. */
interface Part {
  /** A statement over tables under `t`, nothing selected yet. */
  from: unknown;
  organization: RawBuilder<unknown>;
  contractor: RawBuilder<unknown>;
  day: RawBuilder<unknown>;
  figure: (column: string) => RawBuilder<unknown>;
}
const plus = (column: string) => sql.ref(`t.${column}`);
const minus = (column: string) => sql`-${sql.ref(`t.${column}`)}`;
const day = sql.ref('t.business_date');

/**
 * Totals under an alias, with `organization_id`, `contractor_id` (0: the unit itself) and `business_date` as far as they are told
 * apart, within the period already; a month that is not told in days is dated by one of its days. Past days out of the runs; those
 * booked into or under another contract since, and those that no night has folded, as they were written. Undefined where runs do
 * not tell: a period without bounds, a scope within one unit or within restaurants.
 */
export async function runTotals(
  ctx: Ctx,
  { units, caterers, days, from, to, side }: RunsAsked,
): Promise<RunTotals | undefined> {
  const { db, scope } = ctx;
  if (!from || !to || from > to || !isWide(scope) || !seesWhole(scope)) return undefined;
  // Of older terms the wall no longer knows the places, and the runs do.
  const forgets = scope.served && scope.served.forgets !== false;
  if (forgets && from < addDays(dateAt(ctx.clock.now()), -rememberedDays)) return undefined;
  const state = await foldedDays(ctx, { from, to });
  if (!state || from > state.until) return undefined;
  const { until, marked } = state;
  const last = to < until ? to : until;

  const parts: RunTotals[] = [];
  const add = (part: Part, ...which: Condition[]) => {
    // Over one table or another: said of all of them, the compiler would work the query out for each.
    const query = (part.from as SelectQueryBuilder<Tables, 'rollup_caterer_unit', object>).select([
      part.organization.as('organization_id'),
      part.contractor.as('contractor_id'),
      part.day.as('business_date'),
      ...figures[side].map((column) => part.figure(column).as(column)),
    ]);
    parts.push(which.reduce((narrowed, condition) => narrowed.where(condition), query) as unknown as RunTotals);
  };
  const all = !units && (scope.organizations === 'ALL' || scope.served !== undefined);
  const run = {
    from: db.selectFrom(`${all ? 'rollup_caterer' : 'rollup_caterer_unit'} as t` as 'rollup_caterer_unit as t'),
    organization: all ? sql`null::bigint` : sql.ref('t.organization_id'),
    contractor: sql.ref('t.contractor_id'),
  };
  const before = addDays(from, -1);
  if (days) {
    add({ ...run, day, figure: plus }, sql`t.business_date between ${from}::date and ${last}::date`);
    add(
      { ...run, day: sql`t.business_date + 1`, figure: minus },
      sql`t.business_date between ${before}::date and ${addDays(last, -1)}::date`,
      sql`extract(day from t.business_date + 1) <> 1`,
    );
  } else {
    add({ ...run, day, figure: plus }, sql`t.business_date = any(${ends(from, last)}::date[])`);
    if (!from.endsWith('-01')) add({ ...run, day, figure: minus }, sql`t.business_date = ${before}::date`);
  }

  const written = {
    from: db
      .selectFrom(`${dayTotals[side]} as t` as 'consumed_by_place as t')
      .$if(caterers, (totals) =>
        totals.leftJoin('contract_restaurant as k', (on) =>
          on
            .onRef('k.organization_id', '=', 't.organization_id')
            .onRef('k.restaurant_id', '=', 't.restaurant_id')
            .on(sql<boolean>`t.business_date between k.from_date and k.to_date`),
        ),
      ),
    organization: sql.ref('t.organization_id'),
    contractor: caterers ? sql`coalesce(k.contractor_id, 0)` : sql`0::bigint`,
    day,
    figure: (column: string) =>
      column === 'people_net_fen' ? sql`t.amount_fen - t.reversed_fen + t.supplement_fen` : plus(column),
  };
  if (marked) {
    // What the run says of a marked day comes off again: it tells who that was said of.
    const stale = db
      .selectFrom('rollup_stale as m')
      .select(['m.organization_id', 'm.business_date'])
      .distinct()
      .where(sql<boolean>`m.business_date between ${from}::date and ${last}::date`);
    const runAt = (at: RawBuilder<unknown>) => ({
      ...run,
      from: db
        .selectFrom('rollup_caterer_unit as t')
        .innerJoin(stale.as('s'), (on) =>
          on.onRef('s.organization_id', '=', 't.organization_id').on(sql<boolean>`t.business_date = ${at}`),
        ),
      organization: sql.ref('t.organization_id'),
      day: sql.ref('s.business_date'),
    });
    add({ ...runAt(sql`s.business_date`), figure: minus });
    add({ ...runAt(sql`s.business_date - 1`), figure: plus }, sql`extract(day from s.business_date) <> 1`);
    add(
      written,
      sql`t.business_date between ${from}::date and ${last}::date`,
      sql`exists (select from rollup_stale s where s.organization_id = t.organization_id
        and s.business_date = t.business_date)`,
    );
  }
  if (to > until) add(written, sql`t.business_date > ${until}::date and t.business_date <= ${to}::date`);
  return parts.reduce((union, part) => union.unionAll(part));
}
