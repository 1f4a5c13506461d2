/** The list engine: a page's list over its tables, with search, order, page, capped count and sums. */
import type { Field } from '../../define/field.ts';
import type { AnyPage } from '../../define/page.ts';
import { maskValue } from '../audit/mask.ts';
import type { Ctx } from '../context.ts';
import type { QueryAnswer, QueryInput, Search } from '../page/binding.ts';
import { groupedPage, type Page } from './list-grouped.ts';
import { knownRows, pageOf } from './list-rows.ts';
import { base, type Conditions, conditionsOf, type ListQuery, ordered, rowKeys, selections } from './list-statement.ts';
import { totalsOf } from './list-totals.ts';

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
