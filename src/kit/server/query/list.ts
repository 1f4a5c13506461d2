/** The list engine: a page's list over its tables, with search, order, page, capped count and sums. */
import { type AliasedRawBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Field, Fields } from '../../define/field.ts';
import { nameKey } from '../../define/field.ts';
import { type AnyPage, searchFields } from '../../define/page.ts';
import { maskValue } from '../audit/mask.ts';
import type { Ctx } from '../context.ts';
import type { ListSource, QueryAnswer, QueryInput, Search } from '../page/binding.ts';
import { anyContains, comparison, expression } from './expression.ts';

type Loose = SelectQueryBuilder<Record<string, Record<string, unknown>>, string, Record<string, unknown>>;

/** Beyond this many rows a count only says "more than"; counting a million rows for a pager helps nobody. */
export const countCap = 100_000;
/** Pages past this offset first find their ids, then fetch the rows, so that joins run for one page only. */
const deferredOffset = 1_000;

export interface ListQuery {
  page: AnyPage;
  source: ListSource<Fields>;
}

function conditions({ page, source }: ListQuery, ctx: Ctx, search: Search): RawBuilder<unknown>[] {
  const found: RawBuilder<unknown>[] = [];
  for (const item of searchFields(page)) {
    const value = search[item.key];
    if (value === undefined || value === null || value === '') continue;
    const own = source.where?.[item.key];
    if (own) {
      const condition = own(value, ctx);
      if (condition) found.push(condition);
    } else if (item.keys) {
      const columns = item.keys.map((k) => expression(source.columns[k]!));
      const text = String(value).trim();
      if (text) found.push(anyContains(columns, text));
    } else {
      const column = source.columns[item.key];
      const field = page.fields[item.key];
      if (!column || !field) continue;
      const condition = comparison(field, expression(column), value);
      if (condition) found.push(condition);
    }
  }
  return found;
}

function base(query: ListQuery, ctx: Ctx, search: Search): Loose {
  let builder = query.source.from(ctx.db, ctx, search) as unknown as Loose;
  for (const condition of conditions(query, ctx, search)) builder = builder.where(condition as RawBuilder<boolean>);
  return builder;
}

function selections({ page, source }: ListQuery, keys: readonly string[]) {
  const list: AliasedRawBuilder<unknown, string>[] = [expression(source.id).as('id')];
  if (source.version) list.push(expression(source.version).as('version'));
  for (const key of keys) {
    const column = source.columns[key];
    if (column) list.push(expression(column).as(key));
    const name = source.names?.[key];
    if (name && page.fields[key]) list.push(expression(name).as(nameKey(key)));
  }
  return list;
}

function ordered(query: ListQuery, builder: Loose, sort: string | null): Loose {
  const wanted = sort ?? query.page.list?.sort ?? null;
  const key = wanted?.replace(/^-/, '');
  const column = key ? query.source.columns[key] : undefined;
  const direction = wanted === null || wanted.startsWith('-') ? 'desc' : 'asc';
  let result = builder;
  if (column) result = result.orderBy(expression(column), direction);
  return result.orderBy(expression(query.source.id), direction);
}

/** Keys a row carries: every bound field, so that row conditions and drawers have what they need. */
const rowKeys = (query: ListQuery) => Object.keys(query.page.fields).filter((k) => query.source.columns[k]);

/** Masks and derives one selected row. */
export function presentRow(query: ListQuery, ctx: Ctx, row: Record<string, unknown>): Record<string, unknown> {
  const full = query.source.derive ? { ...row, ...query.source.derive(row, ctx) } : row;
  const shown: Record<string, unknown> = { ...full };
  for (const [key, field] of Object.entries(query.page.fields) as [string, Field][])
    if (field.mask) shown[key] = maskValue(field, full[key]);
  return shown;
}

/** Rows of a page of the list, unmasked and underived. */
export async function listRows(query: ListQuery, ctx: Ctx, input: QueryInput): Promise<Record<string, unknown>[]> {
  const offset = (input.page - 1) * input.size;
  const from = base(query, ctx, input.search);
  if (offset < deferredOffset)
    return ordered(query, from.select(selections(query, rowKeys(query))), input.sort)
      .limit(input.size)
      .offset(offset)
      .execute();
  const ids = await ordered(query, from.select([expression(query.source.id).as('id')]), input.sort)
    .limit(input.size)
    .offset(offset)
    .execute();
  if (ids.length === 0) return [];
  const rows = await base(query, ctx, input.search)
    .select(selections(query, rowKeys(query)))
    .where(sql<boolean>`${expression(query.source.id)} = any(${ids.map((r) => r.id)}::bigint[])`)
    .execute();
  const byId = new Map(rows.map((r) => [r.id, r]));
  return ids.flatMap((r) => byId.get(r.id) ?? []) as Record<string, unknown>[];
}

/** Rows in the filter, counted up to the cap. */
export async function countRows(
  query: ListQuery,
  ctx: Ctx,
  search: Search,
): Promise<{ total: number; capped: boolean }> {
  const inner = base(query, ctx, search)
    .select(sql<number>`1`.as('one'))
    .limit(countCap + 1);
  const { n } = await ctx.db
    .selectFrom(inner.as('capped') as never)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n > countCap ? { total: countCap, capped: true } : { total: n, capped: false };
}

/** Totals over the whole filter; null when the page asks for none. */
export async function sumRows(query: ListQuery, ctx: Ctx, search: Search): Promise<Record<string, number> | null> {
  const keys = query.page.list?.totals ?? [];
  if (keys.length === 0) return null;
  const row = await base(query, ctx, search)
    .select(keys.map((k) => sql<number>`coalesce(sum(${expression(query.source.columns[k]!)}), 0)::bigint`.as(k)))
    .executeTakeFirstOrThrow();
  return row as Record<string, number>;
}

/** Answers `query`. Sums of a filter beyond the count cap are left to the `sums` verb (null here). */
export async function runList(query: ListQuery, ctx: Ctx, input: QueryInput): Promise<QueryAnswer> {
  const [rows, count] = await Promise.all([listRows(query, ctx, input), countRows(query, ctx, input.search)]);
  const wantsSums = (query.page.list?.totals ?? []).length > 0;
  const sums = !wantsSums ? {} : count.capped ? null : await sumRows(query, ctx, input.search);
  const answer: QueryAnswer = {
    rows: rows.map((r) => presentRow(query, ctx, r)),
    total: count.total,
    ...(count.capped ? { totalCapped: true as const } : {}),
    sums,
  };
  if (query.source.check) answer.check = await query.source.check(ctx, input.search, answer);
  return answer;
}

/** Rows by id under the scope, unmasked; ids outside it are simply absent. */
export async function rowsById(
  query: ListQuery,
  ctx: Ctx,
  ids: readonly number[],
): Promise<(Record<string, unknown> & { id: number })[]> {
  const rows = await (query.source.from(ctx.db, ctx, {}) as unknown as Loose)
    .select(selections(query, rowKeys(query)))
    .where(sql<boolean>`${expression(query.source.id)} = any(${ids}::bigint[])`)
    .execute();
  return rows.map((r) => ({ ...r, ...query.source.derive?.(r, ctx) }) as Record<string, unknown> & { id: number });
}

/** SQL of the whole filter in list order, for exports. */
export function listStatement(query: ListQuery, ctx: Ctx, sort: string | null, search: Search) {
  return ordered(query, base(query, ctx, search).select(selections(query, rowKeys(query))), sort).compile();
}
