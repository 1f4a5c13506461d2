/** The list engine: a page's list over its tables, with search, order, page, capped count and sums. */
import { sql } from 'kysely';
import type { Field } from '../../define/field.ts';
import type { AnyPage } from '../../define/page.ts';
import { maskValue } from '../audit/mask.ts';
import type { Ctx } from '../context.ts';
import type { QueryAnswer, QueryInput, Search } from '../page/binding.ts';
import { expression } from './expression.ts';
import { knownRows, pageOf } from './list-rows.ts';
import { base, type Conditions, conditionsOf, type ListQuery, ordered, rowKeys, selections } from './list-statement.ts';
import { countCap, type Totals, totalsOf } from './list-totals.ts';

interface Page extends Totals {
  rows: Record<string, unknown>[];
}

/** A selected row with what is derived of it; `mine` instead of the account that made it. */
function derived({ source }: ListQuery, ctx: Ctx, row: Record<string, unknown>): Record<string, unknown> {
  const { '#maker': maker, ...rest } = row;
  const mine = maker === undefined ? {} : { mine: maker === ctx.session.accountId };
  return { ...rest, ...mine, ...source.derive?.(rest, ctx) };
}

/** A row with what must not be seen whole made unreadable. */
export function masked(page: AnyPage, row: Record<string, unknown>): Record<string, unknown> {
  const shown: Record<string, unknown> = { ...row };
  for (const [key, field] of Object.entries(page.fields) as [string, Field][])
    if (field.mask) shown[key] = maskValue(field, row[key]);
  return shown;
}

/** Masks and derives one selected row. */
export const presentRow = (query: ListQuery, ctx: Ctx, row: Record<string, unknown>): Record<string, unknown> =>
  masked(query.page, derived(query, ctx, row));

/** Rows of a page of the list, unmasked and underived. */
export async function listRows(query: ListQuery, ctx: Ctx, input: QueryInput): Promise<Record<string, unknown>[]> {
  return pageOf(query, ctx, input, await conditionsOf(query, ctx, input.search));
}

/** A page with count and sums out of one reading; undefined when the page lies past the end and carries none. */
async function groupedPage(
  query: ListQuery,
  ctx: Ctx,
  input: QueryInput,
  conditions: Conditions,
): Promise<Page | undefined> {
  const keys = query.page.list?.totals ?? [];
  const over = [
    sql<number>`count(*) over ()::int`.as('#total'),
    ...keys.map((k) =>
      sql<number>`coalesce(sum(${expression(query.source.columns[k]!)}) over (), 0)::bigint`.as(`#${k}`),
    ),
  ];
  const from = base(query, ctx, input.search, conditions).select([...selections(query, rowKeys(query)), ...over]);
  const found = await ordered(query, from, input.sort)
    .limit(input.size)
    .offset((input.page - 1) * input.size)
    .execute();
  const [first] = found;
  if (!first) return undefined;
  const total = first['#total'] as number;
  const sums = Object.fromEntries(keys.map((k) => [k, first[`#${k}`] as number]));
  const rows = found.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => !key.startsWith('#'))));
  return total > countCap
    ? { rows, total: countCap, capped: true, sums: keys.length > 0 ? null : {} }
    : { rows, total, capped: false, sums };
}

async function pageAndTotals(query: ListQuery, ctx: Ctx, input: QueryInput, conditions: Conditions): Promise<Page> {
  const read = query.source.grouped ? await groupedPage(query, ctx, input, conditions) : undefined;
  if (read) return read;
  const [rows, totals] = await Promise.all([
    pageOf(query, ctx, input, conditions),
    totalsOf(query, ctx, input.search, conditions),
  ]);
  return { rows, ...totals };
}

/** Answers `query`. Sums over many rows are left to the `sums` verb (null here). */
export async function runList(query: ListQuery, ctx: Ctx, input: QueryInput): Promise<QueryAnswer> {
  const conditions = await conditionsOf(query, ctx, input.search);
  const { rows, total, capped, sums } = await pageAndTotals(query, ctx, input, conditions);
  return {
    rows: rows.map((r) => presentRow(query, ctx, r)),
    total,
    ...(capped ? { totalCapped: true as const } : {}),
    sums,
  };
}

/** Rows by id under the scope, unmasked; ids outside it are simply absent. */
export async function rowsById(
  query: ListQuery,
  ctx: Ctx,
  ids: readonly number[],
): Promise<(Record<string, unknown> & { id: number })[]> {
  const rows = await knownRows(query, ctx, {}, ids);
  return rows.map((r) => derived(query, ctx, r) as Record<string, unknown> & { id: number });
}

/** SQL of the whole filter in list order, for exports. */
export async function listStatement(query: ListQuery, ctx: Ctx, sort: string | null, search: Search) {
  const filtered = base(query, ctx, search, await conditionsOf(query, ctx, search));
  return ordered(query, filtered.select(selections(query, rowKeys(query))), sort).compile();
}
