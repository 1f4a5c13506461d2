/** Reading one page of a list, and rows known by id: each the way that spares the joins. */
import { sql } from 'kysely';
import type { Ctx, Db } from '../context.ts';
import type { QueryInput, Search } from '../page/binding.ts';
import { expression } from './expression.ts';
import { base, type Conditions, type ListQuery, type Loose, ordered, rowKeys, selections } from './list-statement.ts';

/** Pages past this offset first find their ids, then fetch the rows, so that joins run for one page only. */
const deferredOffset = 1_000;
/** So do lists with more joins than this: choosing an order among nine tables takes the planner longer than a page of rows. */
const plannedJoins = 4;

function joinsOf(from: Loose): number {
  const node = from.toOperationNode();
  return node.kind === 'SelectQueryNode' ? (node.joins?.length ?? 0) : 0;
}

/** Rows known by id: there is nothing to choose, so the joins run as they are written. `parts`: where they lie. */
export async function knownRows(
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

/** One page; in the list's own order first among the newest, which may fill it. */
export async function pageOf(
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
