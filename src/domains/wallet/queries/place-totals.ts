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

/**
 * The totals of the scope in `table`, past days out of their folds: those folded for every unit, and of them those that nothing
 * was booked into since.
 */
async function pastFolded({ db, scope }: Read, wanted: PlaceDetail, table: keyof Tables, select: Select) {
  const by = wanted === 'unit' && (scope.restaurants !== 'ALL' || scope.served) ? 'restaurant' : wanted;
  if (by === 'device') return select(table, by);
  const state = await db
    .selectFrom('rollup_folded as f')
    .select(({ exists, selectFrom }) => [
      'f.until',
      exists(selectFrom('rollup_stale as s').select('s.lane').whereRef('s.business_date', '<=', 'f.until')).as(
        'marked',
      ),
    ])
    .executeTakeFirst();
  if (!state) return select(table, by);
  const past = sql<boolean>`t.business_date <= ${state.until}::date`;
  const since = select(table, by, sql<boolean>`t.business_date > ${state.until}::date`);
  const fold = folds[by];
  return state.marked
    ? select(fold, by, past, sql<boolean>`not ${stale}`)
        .unionAll(select(table, by, past, stale))
        .unionAll(since)
    : select(fold, by, past).unionAll(since);
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
export const placeTotals = async (ctx: Read, wanted: PlaceDetail) =>
  (await pastFolded(
    ctx,
    wanted,
    'consumed_by_place',
    selecting(ctx, () => sums),
  )) as Totals<RollupConsumeFoldRow & { device_id: number }>;

/** What diners were charged less what they got back, out of the totals by people: `people_net_fen` of days and places. */
export const peopleNet = async (ctx: Read, wanted: Exclude<PlaceDetail, 'device'>) =>
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
  )) as Totals<Pick<RollupConsumeFoldRow, 'people_net_fen'>>;
