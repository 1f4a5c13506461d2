/** Consumption of many units out of the day totals, by whatever the report groups: no trade is read. */
import { type RawBuilder, sql } from 'kysely';
import { lastOfMonth } from '../../../kit/define/month.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ReportRow, Search } from '../../../kit/server/page/binding.ts';
import { isAsked } from '../../../kit/server/page/is-asked.ts';
import { coarsest, type Period, peopleNet, placeTotals } from '../../wallet/public.server.ts';
import { type ConsumeFigures, periodOf, summedColumns, sumsOf } from '../summaries/summary.ts';
import { type RunsAsked, runTotals } from './run-totals.ts';

/** What rows are formed by: SQL over the totals `u`, with `k` the term of who ran the restaurant that day. */
const keyColumns = {
  organizationId: sql`u.organization_id`,
  contractorId: sql`k.contractor_id`,
  restaurantId: sql`u.restaurant_id`,
  deviceId: sql`u.device_id`,
  mealPeriodId: sql`u.meal_period_id`,
  businessDate: sql`u.business_date::text`,
  month: sql`to_char(date_trunc('month', u.business_date), 'YYYY-MM')`,
} as const;
/** The same over runs, which tell the caterer themselves. */
const runColumns = { ...keyColumns, contractorId: sql`nullif(u.contractor_id, 0)` } as const;
/** What a key is grouped by where that is cheaper than the key itself: a text per row of a year costs more than the sums. */
const groupColumns = {
  businessDate: sql`u.business_date`,
  month: sql`date_trunc('month', u.business_date)`,
} as const;
export type UnitKey = keyof typeof keyColumns;

export interface UnitFigures extends ConsumeFigures {
  offlineCount: number;
}
export type UnitTotal = UnitFigures & { [K in UnitKey]?: number | string | null };

const summed = { ...summedColumns, offlineCount: 'offline_count' } as const;

const idsOf = (value: unknown): number[] =>
  [value].flat().filter((one): one is number => typeof one === 'number' && one > 0);

const daysOf = ({ businessDate }: Search): readonly (string | null)[] =>
  Array.isArray(businessDate) ? (businessDate as (string | null)[]) : [null, null];

/** The days of a row within those of the search; undefined where the row stands for all of them. */
export function daysOfRow({ businessDate, month }: UnitTotal, search: Search): readonly unknown[] | undefined {
  if (businessDate) return [businessDate, businessDate];
  if (!month) return undefined;
  const [from, to] = daysOf(search);
  const [first, last] = [`${month}-01`, lastOfMonth(String(month))];
  return [from && from > first ? from : first, to && to < last ? to : last];
}

/** Conditions on the totals `u` that all of them know; runs lie within the period already. */
function conditions(search: Search, period?: Period): RawBuilder<boolean>[] {
  const found: RawBuilder<boolean>[] = [];
  if (period?.from) found.push(sql`u.business_date >= ${period.from}::date`);
  if (period?.to) found.push(sql`u.business_date <= ${period.to}::date`);
  for (const [key, column] of [
    ['organizationId', 'organization_id'],
    ['restaurantId', 'restaurant_id'],
    ['mealPeriodId', 'meal_period_id'],
  ] as const) {
    const ids = idsOf(search[key]);
    if (ids.length > 0) found.push(sql`${sql.ref(`u.${column}`)} = any(${ids}::bigint[])`);
  }
  const meal = String(search.mealName ?? '').trim();
  if (meal)
    found.push(sql`u.meal_period_id in (select f.id from meal_period f
      where f.organization_id = u.organization_id and strpos(lower(f.name), lower(${meal})) > 0)`);
  return found;
}

/** How finely rows and search tell places apart. */
function detailOf(keys: readonly UnitKey[], search: Search) {
  const told = (key: 'contractorId' | 'restaurantId' | 'mealPeriodId') =>
    keys.includes(key) || idsOf(search[key]).length > 0;
  return coarsest({
    meal: told('mealPeriodId') || isAsked(search.mealName),
    restaurant: told('contractorId') || told('restaurantId'),
  });
}

/** What runs are asked for; undefined where rows or search tell restaurants, meals or devices apart. */
function runsAsked(keys: readonly UnitKey[], search: Search, side: RunsAsked['side']): RunsAsked | undefined {
  const told = (key: 'organizationId' | 'contractorId' | 'restaurantId' | 'mealPeriodId') =>
    keys.includes(key) || idsOf(search[key]).length > 0;
  if (keys.includes('deviceId') || told('restaurantId') || told('mealPeriodId') || isAsked(search.mealName))
    return undefined;
  return {
    ...periodOf(search),
    units: told('organizationId'),
    caterers: told('contractorId'),
    days: keys.includes('businessDate'),
    side,
  };
}

/**
 * Totals of the search by these keys, amounts in fen, in the order of the keys. Diners count once per meal and unit, or once
 * per meal and restaurant where rows or the scope lie within restaurants. Narrowed to the scope by the handle.
 */
export async function unitTotals(ctx: Ctx, keys: readonly UnitKey[], search: Search): Promise<UnitTotal[]> {
  const caterers = idsOf(search.contractorId);
  const terms = keys.includes('contractorId') || caterers.length > 0;
  const within = terms || keys.includes('restaurantId') || idsOf(search.restaurantId).length > 0;
  const heads = within || ctx.scope.served || ctx.scope.restaurants !== 'ALL' ? 'restaurant_heads' : 'heads';
  const wanted = runsAsked(keys, search, 'place');
  const runs = wanted && (await runTotals(ctx, wanted));
  const period = periodOf(search);
  const totals =
    runs ?? (await placeTotals(ctx, keys.includes('deviceId') ? 'device' : detailOf(keys, search), period));
  const columns = runs ? runColumns : keyColumns;
  let query = ctx.db
    .selectFrom(totals.as('u'))
    .$if(terms && !runs, (from) =>
      from.leftJoin('contract_restaurant as k', (on) =>
        on
          .onRef('k.organization_id', '=', 'u.organization_id')
          .onRef('k.restaurant_id', '=', 'u.restaurant_id')
          .on(sql<boolean>`u.business_date between k.from_date and k.to_date`),
      ),
    )
    .select([
      ...keys.map((key) => sql<number | string | null>`${columns[key]}`.as(key)),
      ...sumsOf({ ...summed, heads }),
    ]);
  for (const condition of conditions(search, runs ? undefined : period)) query = query.where(condition);
  if (caterers.length > 0) query = query.where(sql<boolean>`${columns.contractorId} = any(${caterers}::bigint[])`);
  for (const key of keys) {
    const group: RawBuilder<unknown> = { ...columns, ...groupColumns }[key];
    query = query.groupBy(group as RawBuilder<never>).orderBy(group);
  }
  // What stood before the period and has not moved in it is no row.
  if (runs && keys.length > 0)
    query = query.having(sql<boolean>`sum(u.consume_count + u.reverse_count + u.supplement_count) > 0`);
  return (await query.execute()) as unknown as UnitTotal[];
}

/** Searches the totals by people and those by place answer alike. */
const plain = new Set(['businessDate', 'organizationId', 'restaurantId', 'mealPeriodId', 'mealName', 'group']);

/** The net of the search, added up by place or by people; undefined where the search asks for what they do not tell. */
export async function netOf(ctx: Ctx, by: 'place' | 'people', search: Search): Promise<number | undefined> {
  if (Object.keys(search).some((key) => isAsked(search[key]) && !plain.has(key))) return undefined;
  const wanted = runsAsked([], search, by);
  const runs = wanted && (await runTotals(ctx, wanted));
  const detail = detailOf([], search);
  const period = periodOf(search);
  const totals =
    runs ?? (by === 'people' ? await peopleNet(ctx, detail, period) : await placeTotals(ctx, detail, period));
  const net = sql<number>`${by === 'people' ? sql.ref('u.people_net_fen') : sql`u.amount_fen - u.reversed_fen + u.supplement_fen`}`;
  let query = ctx.db.selectFrom(totals.as('u')).select(sql<number>`coalesce(sum(${net}), 0)::bigint`.as('fen'));
  for (const condition of conditions(search, runs ? undefined : period)) query = query.where(condition);
  return (await query.executeTakeFirstOrThrow()).fen;
}

const named = {
  organizationId: 'organization',
  contractorId: 'contractor',
  restaurantId: 'restaurant',
  mealPeriodId: 'meal_period',
} as const;

/** What a key of the rows is called, by id: names beside totals that are narrowed already. */
export async function namesOf(
  ctx: Ctx,
  totals: readonly Partial<UnitTotal>[],
  key: keyof typeof named,
): Promise<ReadonlyMap<unknown, string>> {
  const ids = [...new Set(idsOf(totals.map((row) => row[key])))];
  const { rows } = await sql<{ id: number; name: string }>`
    select /* wall: names beside totals in scope, by their ids */ id, name from ${sql.table(named[key])}
    where id = any(${ids}::bigint[])
  `.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** The rows as a report shows them, `name` adding what the figures do not say. */
export const reportRows = (
  totals: readonly UnitTotal[],
  name: (total: UnitTotal) => Readonly<Record<string, unknown>>,
): ReportRow[] => totals.map((total, i) => ({ ...total, ...name(total), id: i + 1 }));

/** Where the figures are read. */
export const unitReads = Object.fromEntries(
  Object.entries(summed).map(([key, column]) => [key, `consumed_by_place.${column}`]),
) as Readonly<Record<keyof typeof summed, string>>;
