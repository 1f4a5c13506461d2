/** Reading one page of a list, and rows known by id: each the way that spares the joins. */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx, Db } from '../context.ts';
import type { QueryInput, Search } from '../page/binding.ts';
import { expression } from './expression.ts';
import {
  base,
  type Conditions,
  type ListQuery,
  type Loose,
  only,
  ordered,
  rowKeys,
  selections,
} from './list-statement.ts';
import { isWide, unitsOf } from './scope.ts';

/** Pages past this offset first find their ids, then fetch the rows, so that joins run for one page only. */
const deferredOffset = 1_000;
/** So do lists with more joins than this: choosing an order among nine tables takes the planner longer than a page of rows. */
const plannedJoins = 4;

function joinsOf(from: Loose): number {
  const node = from.toOperationNode();
  return node.kind === 'SelectQueryNode' ? (node.joins?.length ?? 0) : 0;
}

/** Rows known by id: there is nothing to choose, so the joins run as they are written. `where`: where they lie. */
export async function knownRows(
  query: ListQuery,
  ctx: Ctx,
  search: Search,
  ids: readonly unknown[],
  where: readonly RawBuilder<boolean>[] = [],
): Promise<Record<string, unknown>[]> {
  const { id, byId } = query.source;
  const conditions = await only(query, ctx, search, byId ? [byId(ids as number[])] : []);
  const read = (db: Db) =>
    [sql<boolean>`${expression(id)} = any(${ids}::bigint[])`, ...where]
      .reduce(
        (rows, condition) => rows.where(condition),
        base(query, { ...ctx, db }, search, conditions).select(selections(query, rowKeys(query))),
      )
      .execute();
  // Within a command the setting would outlive this statement.
  if (ctx.db.isTransaction || joinsOf(base(query, ctx, search, conditions)) <= plannedJoins) return read(ctx.db);
  return ctx.db.transaction().execute(async (trx) => {
    await sql`set local join_collapse_limit = 1`.execute(trx);
    return read(trx);
  });
}

/**
 * Numbers are given out in one row for all units, and their own index is read backwards: over more units than this that finds
 * a page sooner than asking each (1,000 units, 1,000,000 rows: 14 to 198 ms; by another column 5,366 to 177 ms).
 */
const mostByNumber = 100;

/** Ids with where they lie: the part, and over many units the unit. */
type Found = { id: unknown; part?: unknown; unit?: unknown };

/** The ids of a page over many units: the first of each, merged; undefined where one reading of all does. */
async function mergedIds(
  query: ListQuery,
  ctx: Ctx,
  input: QueryInput,
  conditions: Conditions,
): Promise<Found[] | undefined> {
  const { source, page } = query;
  const [key] = page.wide ?? [];
  const column = source.byUnit && key !== undefined ? source.columns[key] : undefined;
  const offset = (input.page - 1) * input.size;
  const chosen = key === undefined ? undefined : input.search[key];
  if (!column || offset >= deferredOffset || !isWide(ctx.scope) || !(chosen === undefined || chosen === null))
    return undefined;
  const organizations = unitsOf(ctx.scope);
  const sort = input.sort ?? page.list?.sort ?? null;
  const by = source.columns[sort?.replace(/^-/, '') ?? ''];
  if (!by && (organizations === 'ALL' || organizations.length > mostByNumber)) return undefined;
  const units =
    organizations === 'ALL'
      ? sql`(select /* wall: a scope that holds all of them */ id from organization)`
      : sql`(select unnest(${organizations}::bigint[]) as id)`;
  const direction = sort === null || sort.startsWith('-') ? sql`desc` : sql`asc`;
  // Within a unit of the reach nothing else of it need be asked: an index would put a long list in order again for each unit.
  const unit = sql.ref<number>('reached.id');
  const scope = organizations === 'ALL' ? ctx.scope : { ...ctx.scope, unit };
  const within = { ...ctx, scope, db: ctx.services.scoped(scope, ctx.db.withoutPlugins()) };
  const found = ordered(
    query,
    base(query, within, input.search, conditions)
      .select([
        expression(source.id).as('id'),
        ...(source.partition ? [expression(source.partition).as('part')] : []),
        ...(by ? [expression(by).as('by')] : []),
      ])
      .where(sql<boolean>`${expression(column)} = ${unit}`),
    input.sort,
  );
  const order = sql`${by ? sql`found.by ${direction},` : sql``} found.id ${direction}`;
  const upTo = offset + input.size;
  // So many rows lie in no more units, those whose first row comes before that of the others: only these are asked for more.
  const fullest =
    organizations === 'ALL' || organizations.length > upTo
      ? sql`(select reached.id from ${units} as reached cross join lateral (${found.limit(1)}) as found
          order by ${order} limit ${upTo})`
      : units;
  const merged = sql<Found>`select found.*, reached.id as unit from ${fullest} as reached cross join lateral (${found.limit(upTo)}) as found
    order by ${order} limit ${input.size} offset ${offset}`;
  // The inner statement is narrowed already.
  const read = async (db: Db) => (await merged.execute(db.withoutPlugins())).rows;
  return by && onlyByTime(query, input.search) ? inIndexOrder(ctx.db, read) : read(ctx.db);
}

/** Is nothing searched but the time the rows are parted by? Then the first of a unit are the first of its index. */
const onlyByTime = ({ source }: ListQuery, search: Search): boolean =>
  Object.entries(search).every(
    ([key, value]) => value === undefined || value === null || value === '' || source.columns[key] === source.partition,
  );

/**
 * Reads with sorting made dear. What a unit's rows have to fulfil besides (a contract of their day, restaurants of the scope) looks
 * so rare to the planner that it reads all rows of each unit to sort them, where the first of the index would do: over 500 units
 * and 1,086,000 rows 1,890 ms instead of 52.
 */
async function inIndexOrder<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  if (!db.isTransaction) return db.transaction().execute((trx) => inIndexOrder(trx, read));
  await sql`set local enable_sort = off`.execute(db);
  const found = await read(db);
  // What comes after in the caller's transaction is planned as ever.
  await sql`set local enable_sort to default`.execute(db);
  return found;
}

/** One page of what the conditions leave. */
async function pageWithin(
  query: ListQuery,
  ctx: Ctx,
  input: QueryInput,
  conditions: Conditions,
): Promise<Record<string, unknown>[]> {
  const offset = (input.page - 1) * input.size;
  const merged = await mergedIds(query, ctx, input, conditions);
  if (merged) return inOrder(query, ctx, input.search, merged);
  const from = base(query, ctx, input.search, conditions);
  if (offset < deferredOffset && joinsOf(from) <= plannedJoins)
    return ordered(query, from.select(selections(query, rowKeys(query))), input.sort)
      .limit(input.size)
      .offset(offset)
      .execute();
  const { id, partition } = query.source;
  const found = [expression(id).as('id'), ...(partition ? [expression(partition).as('part')] : [])];
  const ids = await ordered(query, from.select(found), input.sort).limit(input.size).offset(offset).execute();
  return inOrder(query, ctx, input.search, ids as Found[]);
}

/** The rows of ids found, in the order of the ids. */
async function inOrder(query: ListQuery, ctx: Ctx, search: Search, ids: readonly Found[]) {
  if (ids.length === 0) return [];
  const { source, page } = query;
  const [unit] = page.wide ?? [];
  const of = (key: 'part' | 'unit') => [...new Set(ids.map((row) => row[key]))];
  const rows = await knownRows(
    query,
    ctx,
    search,
    ids.map((r) => r.id),
    [
      ...(source.partition ? [sql<boolean>`${expression(source.partition)} = any(${of('part')}::date[])`] : []),
      // Otherwise each id is looked for in each unit of the reach.
      ...(ids[0]?.unit && unit
        ? [sql<boolean>`${expression(source.columns[unit]!)} = any(${of('unit')}::bigint[])`]
        : []),
    ],
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
    const rows = await pageWithin(query, ctx, input, { ...conditions, all: [...conditions.all, newest] });
    if (rows.length === input.size) return rows;
  }
  return pageWithin(query, ctx, input, conditions);
}
