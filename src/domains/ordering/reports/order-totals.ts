/**
 * Orders added up one way or another; every report over orders asks here. Portions and sums come from the lines, what became
 * of them from the orders, money from the trades and holds that stand: the identities hold them against each other.
 */

import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ReportRow, Search } from '../../../kit/server/page/binding.ts';
import { bookedTrade, standingLine } from '../../menu/public.server.ts';
import { departmentWithin } from '../../people/public.server.ts';
import { countedOrders, liveOrders } from '../orders/order-words.ts';

/** What rows are formed by: SQL over the order `o`, its person `p` and its address `a`. */
export const orderKeys = {
  diningDate: 'o.dining_date',
  mealPeriodId: 'o.meal_period_id',
  restaurantId: 'o.restaurant_id',
  departmentId: 'o.department_id',
  personId: 'o.person_id',
  areaId: 'a.area_id',
  organizationId: 'o.organization_id',
} as const;
export type OrderKey = keyof typeof orderKeys;

/** Tables that name the keys. */
const named: Partial<Record<OrderKey, string>> = {
  mealPeriodId: 'meal_period',
  restaurantId: 'restaurant',
  departmentId: 'department',
  areaId: 'order_area',
  organizationId: 'organization',
  personId: 'person',
};

const words = (list: readonly string[]) => sql.join(list.map((word) => sql.lit(word)));
const counted = sql`o.status in (${words(countedOrders)})`;
const live = sql`o.status in (${words(liveOrders)})`;
const sum = (value: RawBuilder<unknown>, when: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(${value}) filter (where ${when}), 0)::bigint`;

const figures = {
  orderCount: sql<number>`count(*) filter (where ${counted})::bigint`,
  people: sql<number>`count(distinct o.person_id) filter (where ${counted})::bigint`,
  portions: sum(sql`i.qty`, counted),
  eatenPortions: sum(sql`o.portions`, sql`o.status = 'EATEN'`),
  missedPortions: sum(sql`o.portions`, sql`o.status = 'NO_SHOW'`),
  waitingPortions: sum(sql`o.portions`, live),
  cancelledPortions: sum(sql`o.portions`, sql`o.status = 'CANCELLED'`),
  refundedPortions: sum(sql`o.portions`, sql`o.status = 'REFUNDED'`),
  eatenCount: sql<number>`count(*) filter (where o.status = 'EATEN')::bigint`,
  missedCount: sql<number>`count(*) filter (where o.status = 'NO_SHOW')::bigint`,
  cancelledCount: sql<number>`count(*) filter (where o.status = 'CANCELLED')::bigint`,
  refundedCount: sql<number>`count(*) filter (where o.status = 'REFUNDED')::bigint`,
  amountFen: sum(sql`i.fen + o.fee_fen`, counted),
  eatenFen: sum(sql`coalesce(t.amount_fen - coalesce(v.reversed_fen, 0), 0)`, sql`o.status = 'EATEN'`),
  dishBackFen: sum(sql`o.refunded_fen`, sql`o.status = 'EATEN'`),
  usedCounts: sum(sql`t.count_used`, sql`o.status = 'EATEN'`),
  missedFen: sum(sql`coalesce(t.amount_fen, 0)`, sql`o.status = 'NO_SHOW'`),
  releasedFen: sum(sql`o.amount_fen - o.booked_fen`, sql`o.status = 'NO_SHOW'`),
  heldFen: sum(sql`coalesce(h.amount_fen, 0)`, live),
  unheldFen: sum(sql`o.amount_fen`, sql`${live} and o.hold_id is null`),
};
export type OrderFigures = { [K in keyof typeof figures]: number };

const idsOf = (value: unknown): number[] =>
  [value].flat().filter((one): one is number => typeof one === 'number' && one > 0);

function conditions(search: Search): RawBuilder<unknown>[] {
  const found: RawBuilder<unknown>[] = [];
  const [from, to] = Array.isArray(search.diningDate) ? search.diningDate : [null, null];
  if (from) found.push(sql`o.dining_date >= ${from}::date`);
  if (to) found.push(sql`o.dining_date <= ${to}::date`);
  for (const key of ['mealPeriodId', 'restaurantId', 'organizationId', 'personId'] as const) {
    const ids = idsOf(search[key]);
    if (ids.length > 0) found.push(sql`${sql.ref(orderKeys[key])} = any(${ids}::bigint[])`);
  }
  const departments = idsOf(search.departmentId);
  const within = departmentWithin('o.organization_id', 'o.department_id', departments);
  if (departments.length > 0 && within) found.push(within);
  const mealName = String(search.mealName ?? '').trim();
  if (mealName)
    found.push(sql`o.meal_period_id in (select f.id from meal_period f
      where f.organization_id = o.organization_id and strpos(lower(f.name), lower(${mealName})) > 0)`);
  const keyword = String(search.keyword ?? '').trim();
  if (keyword)
    found.push(
      sql`(strpos(lower(p.name), lower(${keyword})) > 0 or strpos(lower(p.job_number), lower(${keyword})) > 0)`,
    );
  return found;
}

export type OrderTotal = ReportRow & OrderFigures & { jobNumber?: string | null };

/** Settled portions that were eaten, basis points; null where none is settled. */
const rateOf = ({ eatenPortions, missedPortions }: OrderFigures): number | null =>
  eatenPortions + missedPortions === 0 ? null : Math.round((eatenPortions * 10_000) / (eatenPortions + missedPortions));

/** Names of a key's records; those of other units do not occur, the rows are narrowed already. */
async function namesOf(ctx: Ctx, key: OrderKey, ids: readonly number[]): Promise<Map<number, string>> {
  const table = named[key];
  if (!table) return new Map();
  const rows = await ctx.db
    .selectFrom(table as 'restaurant')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** All groups of the filter, in order of their keys; amounts in fen, rates in basis points. Narrowed to the scope. */
export async function orderTotals(ctx: Ctx, keys: readonly OrderKey[], search: Search): Promise<OrderTotal[]> {
  const lines = ctx.db
    .selectFrom('meal_order_item as x')
    .innerJoin('meal_order as o', standingLine)
    .groupBy(['x.organization_id', 'x.order_id'])
    .select([
      'x.organization_id',
      'x.order_id',
      sql<number>`sum(x.qty)`.as('qty'),
      sql<number>`sum(x.amount_fen)`.as('fen'),
    ]);
  const [from, to] = Array.isArray(search.diningDate) ? search.diningDate : [null, null];
  let items = lines;
  if (from) items = items.where('x.dining_date', '>=', from as string);
  if (to) items = items.where('x.dining_date', '<=', to as string);
  let query = ctx.db
    .selectFrom('meal_order as o')
    .leftJoin(items.as('i'), (on) =>
      on.onRef('i.organization_id', '=', 'o.organization_id').onRef('i.order_id', '=', 'o.id'),
    )
    .leftJoin('hold as h', (on) =>
      on
        .onRef('h.organization_id', '=', 'o.organization_id')
        .onRef('h.id', '=', 'o.hold_id')
        .on('h.status', '=', 'ACTIVE'),
    )
    .leftJoin('trade as t', bookedTrade)
    .leftJoin('posting_reversed as v', (on) =>
      on.onRef('v.organization_id', '=', 'o.organization_id').onRef('v.posting_id', '=', 'o.posting_id'),
    )
    .leftJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'o.organization_id').onRef('p.id', '=', 'o.person_id'),
    )
    .leftJoin('order_address as a', (on) =>
      on.onRef('a.organization_id', '=', 'o.organization_id').onRef('a.id', '=', 'o.address_id'),
    )
    .select([
      ...keys.map((key) => sql<number | string | null>`${sql.ref(orderKeys[key])}`.as(key)),
      ...Object.entries(figures).map(([key, value]) => value.as(key)),
      sql<string | null>`min(p.job_number)`.as('jobNumber'),
    ])
    .where('o.status', 'not in', ['UNPAID', 'EXPIRED']);
  for (const condition of conditions(search)) query = query.where(condition as RawBuilder<boolean>);
  for (const key of keys)
    query = query.groupBy(sql.ref(orderKeys[key]) as RawBuilder<never>).orderBy(sql.ref(orderKeys[key]));
  const rows = (await query.execute()) as unknown as (OrderFigures & Record<string, unknown>)[];
  const names = new Map<OrderKey, Map<number, string>>();
  for (const key of keys)
    names.set(
      key,
      await namesOf(
        ctx,
        key,
        rows.flatMap((row) => idsOf(row[key])),
      ),
    );
  return rows.map((row, i) => ({
    ...row,
    ...Object.fromEntries(
      keys
        .filter((key) => named[key])
        .map((key) => [key.replace(/Id$/, 'Name'), names.get(key)!.get(row[key] as number) ?? null]),
    ),
    id: i + 1,
    eatRate: rateOf(row),
  })) as unknown as OrderTotal[];
}

/** Orders of each unit by day and meal, newest day first; of several units, where meals are told by their names. */
export async function ordersByMeal(ctx: Ctx, keys: readonly OrderKey[], search: Search): Promise<OrderTotal[]> {
  const rows = await orderTotals(ctx, ['diningDate', 'organizationId', 'mealPeriodId', ...keys], search);
  return rows.toReversed().map((row) => ({ ...row, mealName: row.mealPeriodName }));
}

/** Where the figures are read. */
export const orderReads = {
  portions: 'meal_order_item.qty',
  eatenPortions: 'meal_order.portions',
  missedPortions: 'meal_order.portions',
  waitingPortions: 'meal_order.portions',
  amountFen: ['meal_order_item.amount_fen', 'meal_order.fee_fen'],
  eatenFen: ['trade.amount_fen', 'posting_reversed.reversed_fen'],
  dishBackFen: 'meal_order.refunded_fen',
  missedFen: 'trade.amount_fen',
  releasedFen: 'meal_order.amount_fen',
  heldFen: 'hold.amount_fen',
  unheldFen: 'meal_order.amount_fen',
} as const;
