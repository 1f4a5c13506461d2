/** Consumption totals out of the day rollups, grouped one way or another; every report over trades asks here. */
import { type RawBuilder, sql } from 'kysely';
import { formatFenGrouped } from '../../kit/define/fen.ts';
import type { Ctx } from '../../kit/server/context.ts';
import type { QueryAnswer, QueryInput, Search } from '../../kit/server/page/binding.ts';
import { answerComputed } from '../../kit/server/page/computed.ts';

/** How rows are formed: by which dimension, out of which rollup, named by which table. */
interface Grouping {
  rollup: 'rollup_consume_place' | 'rollup_consume_people';
  columns: readonly string[];
  /** Table whose name column names the group's id (the first column). */
  names?: { table: string; none: string };
}

export const groupings = {
  meal: {
    rollup: 'rollup_consume_place',
    columns: ['meal_period_id'],
    names: { table: 'meal_period', none: '非餐时' },
  },
  restaurant: {
    rollup: 'rollup_consume_place',
    columns: ['restaurant_id'],
    names: { table: 'restaurant', none: '未分餐厅' },
  },
  site: {
    rollup: 'rollup_consume_place',
    columns: ['deploy_site_id'],
    names: { table: 'deploy_site', none: '未分部署点' },
  },
  device: { rollup: 'rollup_consume_place', columns: ['device_id'], names: { table: 'device', none: '后台' } },
  type: {
    rollup: 'rollup_consume_people',
    columns: ['person_type_id'],
    names: { table: 'person_type', none: '未分类' },
  },
  department: {
    rollup: 'rollup_consume_people',
    columns: ['department_id'],
    names: { table: 'department', none: '未分部门' },
  },
  day: { rollup: 'rollup_consume_place', columns: ['business_date'] },
  dayMeal: { rollup: 'rollup_consume_place', columns: ['business_date', 'meal_period_id'] },
} as const satisfies Record<string, Grouping>;

export type GroupBy = keyof typeof groupings;

export interface SummaryRow extends Record<string, unknown> {
  id: number;
  /** Id of the group, or its date. */
  groupKey: number | string;
  groupName: string;
  consumeCount: number;
  heads: number;
  originFen: number;
  discountFen: number;
  mainFen: number;
  subsidyFen: number;
  thirdFen: number;
  countUsed: number;
  amountFen: number;
  reversedFen: number;
  supplementFen: number;
  netFen: number;
}

function filters(search: Search): RawBuilder<unknown>[] {
  const found: RawBuilder<unknown>[] = [];
  const [from, to] = Array.isArray(search.businessDate) ? search.businessDate : [null, null];
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

/** All groups of the filter, in order of the group; amounts in fen. Narrowed to the scope by the handle. */
export async function summarize(ctx: Ctx, by: GroupBy, search: Search): Promise<SummaryRow[]> {
  const grouping: Grouping = groupings[by];
  const keys = grouping.columns.map((c) => sql.ref(`u.${c}`));
  let query = ctx.db
    .selectFrom(`${grouping.rollup} as u` as 'rollup_consume_place as u')
    .select([
      ...grouping.columns.map((c, i) => sql<number | string>`${sql.ref(`u.${c}`)}`.as(`k${i}`)),
      sql<number>`sum(u.consume_count)::bigint`.as('consumeCount'),
      sql<number>`sum(u.heads)::bigint`.as('heads'),
      sql<number>`sum(u.origin_fen)::bigint`.as('originFen'),
      sql<number>`sum(u.discount_fen)::bigint`.as('discountFen'),
      sql<number>`sum(u.main_fen + u.arrears_fen)::bigint`.as('mainFen'),
      sql<number>`sum(u.subsidy_fen + u.gift_fen)::bigint`.as('subsidyFen'),
      sql<number>`sum(u.third_fen)::bigint`.as('thirdFen'),
      sql<number>`sum(u.count_used)::bigint`.as('countUsed'),
      sql<number>`sum(u.amount_fen)::bigint`.as('amountFen'),
      sql<number>`sum(u.reversed_fen)::bigint`.as('reversedFen'),
      sql<number>`sum(u.supplement_fen)::bigint`.as('supplementFen'),
    ]);
  for (const condition of filters(search)) query = query.where(condition as RawBuilder<boolean>);
  for (const key of keys) query = query.groupBy(key as RawBuilder<never>).orderBy(key);
  const rows = (await query.execute()) as Record<string, number | string>[];
  const names = await namesOf(ctx, grouping.names, rows);
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

/** A total of the same filter that was added up elsewhere. */
export interface Elsewhere {
  page: string;
  netFen: number;
}

/**
 * 净额 of the same filter out of the other rollup: trades are added up by place and by people apart, so the two agree only
 * when neither lost any. Undefined for a scope that sees a part of the places or of the people.
 */
export async function elsewhere(ctx: Ctx, by: 'place' | 'people', search: Search): Promise<Elsewhere | undefined> {
  if (ctx.scope.departments !== 'ALL' || ctx.scope.restaurants !== 'ALL') return undefined;
  let query = ctx.db
    .selectFrom(`rollup_consume_${by} as u` as 'rollup_consume_place as u')
    .select(sql<number>`coalesce(sum(u.amount_fen - u.reversed_fen + u.supplement_fen), 0)::bigint`.as('netFen'));
  for (const condition of filters(search)) query = query.where(condition as RawBuilder<boolean>);
  const { netFen } = await query.executeTakeFirstOrThrow();
  return { page: by === 'place' ? '消费汇总' : '部门消费汇总', netFen };
}

/**
 * The identity of consumption totals: 合计 = 主账户 + 补贴 + 第三方, 净额 = 合计 − 纠错退回 + 补扣, and the net of the report
 * that adds the same trades up otherwise.
 */
export function summaryCheck(
  sums: Readonly<Record<string, number>>,
  other: Elsewhere | undefined,
): { ok: boolean; text: string } {
  const {
    amountFen = 0,
    mainFen = 0,
    subsidyFen = 0,
    thirdFen = 0,
    reversedFen = 0,
    supplementFen = 0,
    netFen = 0,
  } = sums;
  return {
    ok:
      amountFen === mainFen + subsidyFen + thirdFen &&
      netFen === amountFen - reversedFen + supplementFen &&
      (other === undefined || other.netFen === netFen),
    text: `消费合计 ${formatFenGrouped(amountFen)} = 主账户 ${formatFenGrouped(mainFen)} + 补贴 ${formatFenGrouped(subsidyFen)} + 第三方 ${formatFenGrouped(thirdFen)}；净额 ${formatFenGrouped(netFen)} = 合计 − 纠错退回 ${formatFenGrouped(reversedFen)} + 补扣 ${formatFenGrouped(supplementFen)}${other ? `；${other.page}净额 ${formatFenGrouped(other.netFen)}` : ''}`,
  };
}

/** Sorts, pages and totals the rows, with their identity. */
export async function answerSummary(
  page: Parameters<typeof answerComputed>[0],
  ctx: Ctx,
  by: GroupBy,
  rows: SummaryRow[],
  input: QueryInput,
): Promise<QueryAnswer> {
  const answer = answerComputed(page, rows, input);
  const other = groupings[by].rollup === 'rollup_consume_place' ? 'people' : 'place';
  return { ...answer, check: summaryCheck(answer.sums, await elsewhere(ctx, other, input.search)) };
}
