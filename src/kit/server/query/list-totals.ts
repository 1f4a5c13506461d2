/** How many rows a filter leaves and what they sum up to: counted up to a cap, summed along where that is cheap. */
import { sql } from 'kysely';
import type { Ctx } from '../context.ts';
import type { Search } from '../page/binding.ts';
import { expression } from './expression.ts';
import { base, type Conditions, conditionsOf, type ListQuery } from './list-statement.ts';

/** Beyond this many rows a count only says "more than"; counting a million rows for a pager helps nobody. */
export const countCap = 100_000;
/** Up to this many rows the answer of `query` brings the sums of the whole filter along; beyond, `sums` is asked for them. */
const sumsCap = 10_000;
export interface Counted {
  total: number;
  /** There are more than `total`. */
  capped: boolean;
}

export type Totals = Counted & { sums: Record<string, number> | null };

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

/** Its identities need the sums of the whole filter. */
const isProven = ({ page }: ListQuery) => (page.report?.identities ?? []).length > 0;

/** Rows in the filter, counted up to the cap. */
export async function countRows(query: ListQuery, ctx: Ctx, search: Search): Promise<Counted> {
  const all = await passOver(query, ctx, search, await conditionsOf(query, ctx, search), [], countCap);
  return all ? { total: all.total, capped: false } : { total: countCap, capped: true };
}

/** Totals over the whole filter, those of the page unless others of its columns are meant; null when there are none. */
export async function sumRows(
  query: ListQuery,
  ctx: Ctx,
  search: Search,
  keys: readonly string[] = query.page.list?.totals ?? [],
): Promise<Record<string, number> | null> {
  if (keys.length === 0) return null;
  const conditions = await conditionsOf(query, ctx, search);
  // What is a sum already is not summed in the same breath.
  if (query.source.grouped) {
    const all = await passOver(query, ctx, search, conditions, keys, Number.MAX_SAFE_INTEGER - 1);
    return all!.sums;
  }
  const row = await base(query, ctx, search, conditions)
    .select(keys.map((k) => sql<number>`coalesce(sum(${expression(query.source.columns[k]!)}), 0)::bigint`.as(k)))
    .executeTakeFirstOrThrow();
  return row as Record<string, number>;
}

/** Count, and sums where they come cheap or a report's identity needs them. */
export async function totalsOf(query: ListQuery, ctx: Ctx, search: Search, conditions: Conditions): Promise<Totals> {
  const keys = query.page.list?.totals ?? [];
  const known = await query.source.count?.(ctx, search, countCap);
  if (known !== undefined) {
    const few = keys.length > 0 && known <= (isProven(query) ? countCap : sumsCap);
    const whole = few ? await passOver(query, ctx, search, conditions, keys, countCap) : undefined;
    if (whole) return { ...whole, capped: false };
    return { total: Math.min(known, countCap), capped: known > countCap, sums: keys.length > 0 ? null : {} };
  }
  // Without a filter there may be anything: the count alone is served by an index.
  if (keys.length > 0 && (conditions.all.length > 0 || isProven(query))) {
    const limit = isProven(query) ? countCap : sumsCap;
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
