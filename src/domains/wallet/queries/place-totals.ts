/** Consumption by place out of the day totals, with past days folded wherever they are. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Tables } from '../../../kit/server/query/tables.ts';
import type { RollupConsumeFoldRow } from '../tables.ts';
import { consumeSums } from '../totals/write-rollups.ts';

const keys = {
  device: ['organization_id', 'business_date', 'restaurant_id', 'meal_period_id', 'device_id'],
  meal: ['organization_id', 'business_date', 'restaurant_id', 'meal_period_id'],
  restaurant: ['organization_id', 'business_date', 'restaurant_id'],
  unit: ['organization_id', 'business_date', 'restaurant_id'],
} as const;
/** How finely the totals are wanted, `meal` being those of a restaurant; columns that a detail does not have are not there. */
export type PlaceDetail = keyof typeof keys;
/** The coarsest that still tells apart what a reader tells apart, devices left out. */
export const coarsest = (told: { meal: boolean; restaurant: boolean }) =>
  told.meal ? 'meal' : told.restaurant ? 'restaurant' : 'unit';

const folds = {
  meal: 'rollup_consume_fold',
  restaurant: 'rollup_consume_restaurant',
  unit: 'rollup_consume_unit',
} as const;

export type Read = Pick<Ctx, 'db' | 'scope'>;
type Totals<Row> = SelectQueryBuilder<Tables, keyof Tables, Row>;
type Condition = RawBuilder<boolean>;
/** Selects some days from the totals as they were written, or from their folds. */
type Select = (table: keyof Tables, by: PlaceDetail, ...which: Condition[]) => Totals<never>;

const stale = sql<boolean>`exists (select from rollup_stale s
  where s.organization_id = t.organization_id and s.business_date = t.business_date)`;

/** The days a reader wants, `YYYY-MM-DD`, the reader narrowing to them itself: what cannot hold any is not looked at. */
export interface Period {
  from: string | null;
  to: string | null;
}

/**
 * The last day that is folded for every unit, and whether the folds of any day of the period until then no longer tell all of it
 * (`rollup_stale`); undefined before the first night.
 */
export async function foldedDays(
  { db }: Pick<Read, 'db'>,
  { from, to }: Period,
): Promise<{ until: string; marked: boolean } | undefined> {
  return db
    .selectFrom('rollup_folded as f')
    .select(({ exists, selectFrom }) => [
      'f.until',
      exists(
        selectFrom('rollup_stale as s')
          .select('s.lane')
          .whereRef('s.business_date', '<=', 'f.until')
          .$if(from !== null, (marks) => marks.where('s.business_date', '>=', from!))
          .$if(to !== null, (marks) => marks.where('s.business_date', '<=', to!)),
      ).as('marked'),
    ])
    .executeTakeFirst() as Promise<{ until: string; marked: boolean } | undefined>;
}

/**
 * The totals of the scope in `table`, past days out of their folds: those folded for every unit, and of them those that nothing
 * was booked into since.
 */
async function pastFolded(
  { db, scope }: Read,
  wanted: PlaceDetail,
  table: keyof Tables,
  select: Select,
  period: Period = { from: null, to: null },
) {
  const by = wanted === 'unit' && (scope.restaurants !== 'ALL' || scope.served) ? 'restaurant' : wanted;
  if (by === 'device') return select(table, by);
  const state = await foldedDays({ db }, period);
  if (!state) return select(table, by);
  const { until, marked } = state;
  const past = sql<boolean>`t.business_date <= ${until}::date`;
  const fold = folds[by];
  const parts = marked
    ? [select(fold, by, past, sql<boolean>`not ${stale}`), select(table, by, past, stale)]
    : [select(fold, by, past)];
  if (!period.to || period.to > until) parts.push(select(table, by, sql<boolean>`t.business_date > ${until}::date`));
  return parts.reduce((all, part) => all.unionAll(part));
}

const selecting =
  ({ db }: Read, figures: (table: keyof Tables) => Readonly<Record<string, RawBuilder<unknown>>>): Select =>
  (table, by, ...which) => {
    const named = Object.entries(figures(table)).map(([name, value]) => value.as(name));
    const columns = keys[by].map((column) => sql.ref(`t.${column}`).as(column));
    const from = db.selectFrom(`${table} as t` as 'consumed_by_place as t').select([...columns, ...named]);
    return which.reduce((query, condition) => query.where(condition), from) as unknown as Totals<never>;
  };

const sums = Object.fromEntries(consumeSums.map(([column]) => [column, sql.ref(`t.${column}`)]));

/** Day totals by place, to be selected from under an alias. */
export const placeTotals = async (ctx: Read, wanted: PlaceDetail, period?: Period) =>
  (await pastFolded(
    ctx,
    wanted,
    'consumed_by_place',
    selecting(ctx, () => sums),
    period,
  )) as Totals<RollupConsumeFoldRow & { device_id: number }>;

/** What diners were charged less what they got back, out of the totals by people: `people_net_fen` of days and places. */
export const peopleNet = async (ctx: Read, wanted: Exclude<PlaceDetail, 'device'>, period?: Period) =>
  (await pastFolded(
    ctx,
    wanted,
    'consumed_by_people',
    selecting(ctx, (table) => ({
      people_net_fen:
        table === 'consumed_by_people'
          ? sql`t.amount_fen - t.reversed_fen + t.supplement_fen`
          : sql.ref('t.people_net_fen'),
    })),
    period,
  )) as Totals<Pick<RollupConsumeFoldRow, 'people_net_fen'>>;
