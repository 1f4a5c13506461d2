/** The list engine: a page's list over its tables, with search, order, page, capped count and sums. */
import { type AliasedRawBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Field, Fields } from '../../define/field.ts';
import { nameKey } from '../../define/field.ts';
import { type AnyPage, searchFields } from '../../define/page.ts';
import { maskValue } from '../audit/mask.ts';
import type { Ctx, Db } from '../context.ts';
import type { ListSource, QueryAnswer, QueryInput, Search } from '../page/binding.ts';
import { anyContains, comparison, expression } from './expression.ts';

type Loose = SelectQueryBuilder<Record<string, Record<string, unknown>>, string, Record<string, unknown>>;

/** Beyond this many rows a count only says "more than"; counting a million rows for a pager helps nobody. */
export const countCap = 100_000;
/** Up to this many rows the answer of `query` brings the sums of the whole filter along; beyond, `sums` is asked for them. */
const sumsCap = 10_000;
/** Pages past this offset first find their ids, then fetch the rows, so that joins run for one page only. */
const deferredOffset = 1_000;
/** So do lists with more joins than this: choosing an order among nine tables takes the planner longer than a page of rows. */
const plannedJoins = 4;

export interface ListQuery {
  page: AnyPage;
  source: ListSource<Fields>;
}

type Conditions = readonly RawBuilder<unknown>[];

async function conditionsOf({ page, source }: ListQuery, ctx: Ctx, search: Search): Promise<Conditions> {
  const found: RawBuilder<unknown>[] = [];
  for (const item of searchFields(page)) {
    const value = search[item.key];
    if (value === undefined || value === null || value === '') continue;
    const own = source.where?.[item.key];
    if (own) {
      const condition = await own(value, ctx);
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
  const narrow = await source.narrow?.(ctx, search);
  if (narrow) found.push(narrow);
  return found;
}

function base(query: ListQuery, ctx: Ctx, search: Search, conditions: Conditions): Loose {
  let builder = query.source.from(ctx.db, ctx, search) as unknown as Loose;
  for (const condition of conditions) builder = builder.where(condition as RawBuilder<boolean>);
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

function joinsOf(from: Loose): number {
  const node = from.toOperationNode();
  return node.kind === 'SelectQueryNode' ? (node.joins?.length ?? 0) : 0;
}

/** Rows known by id: there is nothing to choose, so the joins run as they are written. `parts`: where they lie. */
async function knownRows(
  query: ListQuery,
  ctx: Ctx,
  search: Search,
  ids: readonly unknown[],
  parts?: readonly unknown[],
): Promise<Record<string, unknown>[]> {
  const { id, partition, byId } = query.source;
  const read = (db: Db) => {
    const rows = base(query, { ...ctx, db }, search, byId ? [byId(ids as number[])] : [])
      .select(selections(query, rowKeys(query)))
      .where(sql<boolean>`${expression(id)} = any(${ids}::bigint[])`);
    return parts && partition
      ? rows.where(sql<boolean>`${expression(partition)} = any(${parts}::date[])`).execute()
      : rows.execute();
  };
  // Within a command the setting would outlive this statement.
  if (ctx.db.isTransaction || joinsOf(base(query, ctx, search, [])) <= plannedJoins) return read(ctx.db);
  return ctx.db.transaction().execute(async (trx) => {
    await sql`set local join_collapse_limit = 1`.execute(trx);
    return read(trx);
  });
}

/** One page of what the conditions leave. */
async function pageWithin(
  query: ListQuery,
  ctx: Ctx,
  input: QueryInput,
  conditions: Conditions,
): Promise<Record<string, unknown>[]> {
  const offset = (input.page - 1) * input.size;
  const from = base(query, ctx, input.search, conditions);
  if (offset < deferredOffset && joinsOf(from) <= plannedJoins)
    return ordered(query, from.select(selections(query, rowKeys(query))), input.sort)
      .limit(input.size)
      .offset(offset)
      .execute();
  const { id, partition } = query.source;
  const found = [expression(id).as('id'), ...(partition ? [expression(partition).as('part')] : [])];
  const ids = await ordered(query, from.select(found), input.sort).limit(input.size).offset(offset).execute();
  if (ids.length === 0) return [];
  const rows = await knownRows(
    query,
    ctx,
    input.search,
    ids.map((r) => r.id),
    partition === undefined ? undefined : [...new Set(ids.map((r) => r.part))],
  );
  const byId = new Map(rows.map((r) => [r.id, r]));
  return ids.flatMap((r) => byId.get(r.id) ?? []) as Record<string, unknown>[];
}

async function pageOf(
  query: ListQuery,
  ctx: Ctx,
  input: QueryInput,
  conditions: Conditions,
): Promise<Record<string, unknown>[]> {
  const own = query.page.list?.sort;
  const newest =
    own?.startsWith('-') && (input.sort ?? own) === own ? query.source.newest?.(ctx, input.search) : undefined;
  if (newest) {
    const rows = await pageWithin(query, ctx, input, [...conditions, newest]);
    if (rows.length === input.size) return rows;
  }
  return pageWithin(query, ctx, input, conditions);
}

/** Rows of a page of the list, unmasked and underived. */
export async function listRows(query: ListQuery, ctx: Ctx, input: QueryInput): Promise<Record<string, unknown>[]> {
  return pageOf(query, ctx, input, await conditionsOf(query, ctx, input.search));
}

export interface Counted {
  total: number;
  /** There are more than `total`. */
  capped: boolean;
}

/** Count and sums of the filter in one pass; undefined when there are more rows than `limit`. */
async function passOver(
  query: ListQuery,
  ctx: Ctx,
  search: Search,
  conditions: Conditions,
  keys: readonly string[],
  limit: number,
): Promise<{ total: number; sums: Record<string, number> } | undefined> {
  const inner = base(query, ctx, search, conditions)
    .select([sql<number>`1`.as('counted'), ...keys.map((k) => expression(query.source.columns[k]!).as(k))])
    .limit(limit + 1);
  // The inner statement is narrowed already.
  const { counted, ...sums } = (await ctx.db
    .withoutPlugins()
    .selectFrom(inner.as('part') as never)
    .select([
      sql<number>`count(*)::int`.as('counted'),
      ...keys.map((k) => sql<number>`coalesce(sum(${sql.ref(`part.${k}`)}), 0)::bigint`.as(k)),
    ])
    .executeTakeFirstOrThrow()) as Record<string, number>;
  return counted! > limit ? undefined : { total: counted!, sums };
}

/** Rows in the filter, counted up to the cap. */
export async function countRows(query: ListQuery, ctx: Ctx, search: Search): Promise<Counted> {
  const all = await passOver(query, ctx, search, await conditionsOf(query, ctx, search), [], countCap);
  return all ? { total: all.total, capped: false } : { total: countCap, capped: true };
}

/** Totals over the whole filter; null when the page asks for none. */
export async function sumRows(query: ListQuery, ctx: Ctx, search: Search): Promise<Record<string, number> | null> {
  const keys = query.page.list?.totals ?? [];
  if (keys.length === 0) return null;
  const row = await base(query, ctx, search, await conditionsOf(query, ctx, search))
    .select(keys.map((k) => sql<number>`coalesce(sum(${expression(query.source.columns[k]!)}), 0)::bigint`.as(k)))
    .executeTakeFirstOrThrow();
  return row as Record<string, number>;
}

/** Count, and sums where they come cheap or a report's identity needs them. */
async function totalsOf(query: ListQuery, ctx: Ctx, search: Search, conditions: Conditions): Promise<Totals> {
  const keys = query.page.list?.totals ?? [];
  const known = await query.source.count?.(ctx, search, countCap);
  if (known !== undefined) {
    const few = keys.length > 0 && known <= (query.source.check ? countCap : sumsCap);
    const whole = few ? await passOver(query, ctx, search, conditions, keys, countCap) : undefined;
    if (whole) return { ...whole, capped: false };
    return { total: Math.min(known, countCap), capped: known > countCap, sums: keys.length > 0 ? null : {} };
  }
  // Without a filter there may be anything: the count alone is served by an index.
  if (keys.length > 0 && (conditions.length > 0 || query.source.check)) {
    const limit = query.source.check ? countCap : sumsCap;
    const small = await passOver(query, ctx, search, conditions, keys, limit);
    if (small) return { ...small, capped: false };
    if (limit === countCap) return { total: countCap, capped: true, sums: null };
  }
  const all = await passOver(query, ctx, search, conditions, [], countCap);
  if (!all) return { total: countCap, capped: true, sums: keys.length > 0 ? null : {} };
  if (keys.length === 0) return { total: all.total, capped: false, sums: {} };
  const cheap = all.total <= sumsCap ? await passOver(query, ctx, search, conditions, keys, sumsCap) : undefined;
  return { total: all.total, capped: false, sums: cheap?.sums ?? null };
}

type Totals = Counted & { sums: Record<string, number> | null };
interface Page extends Totals {
  rows: Record<string, unknown>[];
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
  const answer: QueryAnswer = {
    rows: rows.map((r) => presentRow(query, ctx, r)),
    total,
    ...(capped ? { totalCapped: true as const } : {}),
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
  const rows = await knownRows(query, ctx, {}, ids);
  return rows.map((r) => ({ ...r, ...query.source.derive?.(r, ctx) }) as Record<string, unknown> & { id: number });
}

/** SQL of the whole filter in list order, for exports. */
export async function listStatement(query: ListQuery, ctx: Ctx, sort: string | null, search: Search) {
  const filtered = base(query, ctx, search, await conditionsOf(query, ctx, search));
  return ordered(query, filtered.select(selections(query, rowKeys(query))), sort).compile();
}
