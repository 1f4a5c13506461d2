/** Consumption totals out of the day rollups, grouped one way or another; every report over trades asks here. */
import { type RawBuilder, sql } from 'kysely';
import { inCountOrder } from '../../../kit/define/count-order.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { type Period, placeTotals } from '../../wallet/public.server.ts';

/** How rows are formed: by which dimension, out of which rollup, named by which table. */
interface Grouping {
  /** `folded`: by place, no finer than meals of restaurants, past days as the nights folded them. */
  rollup: 'folded' | 'consumed_by_place' | 'consumed_by_people';
  columns: readonly string[];
  /** Table whose name column names the group's id (the first column). */
  names?: { table: string; none: string };
  /** Groups lie within restaurants: a person counts once per meal in each. */
  places?: true | undefined;
}

export const groupings = {
  meal: {
    rollup: 'folded',
    columns: ['meal_period_id'],
    names: { table: 'meal_period', none: '非餐时' },
  },
  restaurant: {
    rollup: 'folded',
    columns: ['restaurant_id'],
    names: { table: 'restaurant', none: '未分餐厅' },
    places: true,
  },
  site: {
    rollup: 'consumed_by_place',
    columns: ['deploy_site_id'],
    names: { table: 'deploy_site', none: '未分部署点' },
    places: true,
  },
  device: {
    rollup: 'consumed_by_place',
    columns: ['device_id'],
    names: { table: 'device', none: '后台' },
    places: true,
  },
  type: {
    rollup: 'consumed_by_people',
    columns: ['person_type_id'],
    names: { table: 'person_type', none: '未分类' },
  },
  department: {
    rollup: 'consumed_by_people',
    columns: ['department_id'],
    names: { table: 'department', none: '未分部门' },
  },
  day: { rollup: 'folded', columns: ['business_date'] },
  dayMeal: { rollup: 'folded', columns: ['business_date', 'meal_period_id'] },
} as const satisfies Record<string, Grouping>;

export type GroupBy = keyof typeof groupings;

/** What both rollups add up, by key of the figure; diners are counted apart. */
export const summedColumns = {
  consumeCount: 'consume_count',
  originFen: 'origin_fen',
  discountFen: 'discount_fen',
  mainFen: 'main_fen',
  subsidyFen: 'subsidy_fen',
  giftFen: 'gift_fen',
  arrearsFen: 'arrears_fen',
  thirdFen: 'third_fen',
  countUsed: 'count_used',
  amountFen: 'amount_fen',
  reversedFen: 'reversed_fen',
  supplementFen: 'supplement_fen',
} as const;
/** Amounts in fen. */
export type ConsumeFigures = Record<keyof typeof summedColumns | 'heads', number>;

/** Sums of the rollup `u`, as a select takes them. */
export const sumsOf = (columns: Readonly<Record<string, string>>) =>
  Object.entries(columns).map(([key, column]) => sql<number>`sum(${sql.ref(`u.${column}`)})::bigint`.as(key));

export interface SummaryRow extends Record<string, unknown>, ConsumeFigures {
  id: number;
  /** Id of the group, or its date. */
  groupKey: number | string;
  groupName: string;
  netFen: number;
}

/** The days of a search, null where an end is open. */
export function periodOf({ businessDate }: Search): Period {
  const [from, to] = (Array.isArray(businessDate) ? businessDate : []) as (string | null)[];
  return { from: from || null, to: to || null };
}

export function filters(search: Search): RawBuilder<unknown>[] {
  const found: RawBuilder<unknown>[] = [];
  const { from, to } = periodOf(search);
  if (from) found.push(sql`u.business_date >= ${from}::date`);
  if (to) found.push(sql`u.business_date <= ${to}::date`);
  for (const [key, column] of [
    ['restaurantId', 'restaurant_id'],
    ['mealPeriodId', 'meal_period_id'],
  ] as const) {
    const value = search[key];
    if (value === null || value === undefined || value === '') continue;
    const ids = (Array.isArray(value) ? value : [value]) as number[];
    if (ids.length > 0) found.push(sql`u.${sql.ref(column)} = any(${ids}::bigint[])`);
  }
  return found;
}

/** The totals a grouping is made of, under the alias `u`. */
async function totalsOf(ctx: Ctx, rollup: Grouping['rollup'], search: Search) {
  if (rollup !== 'folded') return ctx.db.selectFrom(`${rollup} as u` as 'consumed_by_place as u');
  const totals = await placeTotals(ctx, 'meal', periodOf(search));
  return ctx.db.selectFrom(totals.as('u'));
}

/** Whether a restaurant's own diners are asked for: once per meal in each, while the unit counts a person once per meal. */
function perRestaurant(ctx: Ctx, grouping: Grouping, search: Search): boolean {
  const named = [search.restaurantId].flat().some((id) => id !== null && id !== undefined && id !== '');
  return grouping.places === true || named || ctx.scope.restaurants !== 'ALL';
}

/** Diners of the whole unit where the rows count them per restaurant; undefined where they do not, or see a part only. */
export async function unitHeads(ctx: Ctx, by: GroupBy, search: Search): Promise<number | undefined> {
  const grouping: Grouping = groupings[by];
  if (!grouping.places || perRestaurant(ctx, { ...grouping, places: undefined }, search)) return undefined;
  let query = (await totalsOf(ctx, 'folded', search)).select(
    sql<number>`coalesce(sum(u.heads), 0)::bigint`.as('heads'),
  );
  for (const condition of filters(search)) query = query.where(condition as RawBuilder<boolean>);
  return (await query.executeTakeFirstOrThrow()).heads;
}

/** All groups of the filter, in order of the group; amounts in fen. Narrowed to the scope by the handle. */
export async function summarize(ctx: Ctx, by: GroupBy, search: Search): Promise<SummaryRow[]> {
  const grouping: Grouping = groupings[by];
  const heads = perRestaurant(ctx, grouping, search) ? 'restaurant_heads' : 'heads';
  const keys = grouping.columns.map((c) => sql.ref(`u.${c}`));
  let query = (await totalsOf(ctx, grouping.rollup, search)).select([
    ...grouping.columns.map((c, i) => sql<number | string>`${sql.ref(`u.${c}`)}`.as(`k${i}`)),
    ...sumsOf({ ...summedColumns, heads }),
  ]);
  for (const condition of filters(search)) query = query.where(condition as RawBuilder<boolean>);
  for (const key of keys) query = query.groupBy(key as RawBuilder<never>).orderBy(key);
  const found = (await query.execute()) as Record<string, number | string>[];
  const names = await namesOf(ctx, grouping.names, found);
  // Meals follow the day, what else has a name stands as people count.
  const rows =
    grouping.names && by !== 'meal' ? inCountOrder(found, (row) => names.get(row.k0 as number) ?? '') : found;
  return rows.map((row, i) => {
    const key = row.k0!;
    return {
      ...row,
      id: typeof key === 'number' && key > 0 ? key : i + 1,
      groupKey: key,
      groupName: typeof key === 'string' ? key : (names.get(key) ?? grouping.names?.none ?? ''),
      netFen: Number(row.amountFen) - Number(row.reversedFen) + Number(row.supplementFen),
    } as SummaryRow;
  });
}

/** Names of the group ids; ids of other units do not occur, the rows are narrowed already. */
async function namesOf(
  ctx: Ctx,
  names: Grouping['names'],
  rows: readonly Record<string, unknown>[],
): Promise<Map<number, string>> {
  if (!names) return new Map();
  const ids = [...new Set(rows.map((r) => r.k0 as number))];
  const found = await ctx.db
    .selectFrom(names.table as 'restaurant')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  return new Map(found.map((f) => [f.id, f.name]));
}

/** Names of meals by id. */
export function mealNames(ctx: Ctx, rows: readonly Record<string, unknown>[]): Promise<Map<number, string>> {
  return namesOf(
    ctx,
    { table: 'meal_period', none: '' },
    rows.map((r) => ({ k0: r.k1 })),
  );
}

/** Where the figures of consumption are read: the totals by place or those by people, which are added up apart. */
export function readsOf(rollup: 'place' | 'people') {
  const read = (column: string) => `rollup_consume_${rollup}.${column}`;
  return {
    consumeCount: read('consume_count'),
    amountFen: read('amount_fen'),
    mainFen: read('main_fen'),
    subsidyFen: read('subsidy_fen'),
    giftFen: read('gift_fen'),
    arrearsFen: read('arrears_fen'),
    thirdFen: read('third_fen'),
    reversedFen: read('reversed_fen'),
    supplementFen: read('supplement_fen'),
  };
}
