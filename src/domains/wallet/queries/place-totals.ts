/** Consumption by place out of the day totals, with past days folded wherever they are. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { lastOfMonth } from '../../../kit/define/month.ts';
import { addDays } from '../../../kit/server/clock.ts';
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
/** Of a row that stands for a month, or a day of it: something was booked into the month since its days were folded. */
const staleMonth = sql<boolean>`exists (select from rollup_stale s where s.organization_id = t.organization_id
  and date_trunc('month', s.business_date) = date_trunc('month', t.business_date))`;

/** Whole months, `YYYY-MM-DD` of the first day of the first and the last day of the last: their days may come as one row a unit. */
export type WholeMonths = readonly [first: string, last: string];

/**
 * The totals of the scope in `table`, past days out of their folds: those folded for every unit, and of them those that nothing
 * was booked into since. Days of `months` that are folded throughout come as rows of months, dated the first.
 */
async function pastFolded(
  { db, scope }: Read,
  wanted: PlaceDetail,
  table: keyof Tables,
  select: Select,
  months?: WholeMonths,
) {
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
  const days = (...which: Condition[]) =>
    state.marked
      ? select(fold, by, past, sql<boolean>`not ${stale}`, ...which).unionAll(select(table, by, past, stale, ...which))
      : select(fold, by, past, ...which);
  const last = months && lastWholeMonth(months, state.until);
  if (by !== 'unit' || !last) return days().unionAll(since);
  const [from, to] = [sql`${months[0]}::date`, sql`${last}::date`];
  const within = sql<boolean>`t.business_date between ${from} and ${to}`;
  const others = days(sql<boolean>`(t.business_date < ${from} or t.business_date > ${to})`).unionAll(since);
  const folded = 'rollup_consume_month';
  return state.marked
    ? select(folded, by, within, sql<boolean>`not ${staleMonth}`).unionAll(days(within, staleMonth)).unionAll(others)
    : select(folded, by, within).unionAll(others);
}

/** The last day of the last of these months that is folded to its end; undefined where the first is not. */
function lastWholeMonth([first, last]: WholeMonths, until: string): string | undefined {
  if (last <= until) return last;
  const before = addDays(`${until.slice(0, 7)}-01`, -1);
  const end = lastOfMonth(until.slice(0, 7)) === until ? until : before;
  return end > first ? end : undefined;
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
export const placeTotals = async (ctx: Read, wanted: PlaceDetail, months?: WholeMonths) =>
  (await pastFolded(
    ctx,
    wanted,
    'consumed_by_place',
    selecting(ctx, () => sums),
    months,
  )) as Totals<RollupConsumeFoldRow & { device_id: number }>;

/** What diners were charged less what they got back, out of the totals by people: `people_net_fen` of days and places. */
export const peopleNet = async (ctx: Read, wanted: Exclude<PlaceDetail, 'device'>, months?: WholeMonths) =>
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
    months,
  )) as Totals<Pick<RollupConsumeFoldRow, 'people_net_fen'>>;
