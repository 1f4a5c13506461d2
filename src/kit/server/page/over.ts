/**
 * A list over one table, or over the rows of a sub-select, with nothing said twice: a key is the column of its own name, a ref
 * joins the record it names and answers its name, a field of such a record (`of`) is its column there.
 * `over(page, 'manual_charge as c', { inner: ['personId as p'], columns: { … } })`
 * `over(page, summed('s', (db, ctx, search) => missedMeals(db, …)), { … })`
 */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type Entity, type EntityName, entityOf } from '../../define/entity.ts';
import type { Field, Fields } from '../../define/field.ts';
import type { Ctx, Db } from '../context.ts';
import type { Loose } from '../query/list-statement.ts';
import type { Tables } from '../query/tables.ts';
import type { Beside, Expr, FromQuery, ListSource, Search } from './binding.ts';

/** `mealPeriodId` → `meal_period_id`: how a field's key is written as a column. */
export const snake = (key: string): string => key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

type Snake<S extends string> = S extends `${infer C}${infer R}`
  ? C extends Lowercase<C>
    ? `${C}${Snake<R>}`
    : `_${Lowercase<C>}${Snake<R>}`
  : '';

type TableName = keyof Tables & string;
/** Rows added up by a sub-select; `O` are its columns, `A` its alias. */
interface Summed<A extends string, O> {
  alias: A;
  rows: (db: Db, ctx: Ctx, search: Search, known: unknown) => { execute(): Promise<O[]> };
}
/** A sub-select as what a list is over: `summed('s', (db, ctx, search) => missedMeals(db, askedOf(ctx, search)))`. */
export const summed = <const A extends string, O>(alias: A, rows: Summed<A, O>['rows']): Summed<A, O> => ({
  alias,
  rows,
});

/** What a list is over: a table, or a sub-select, under its alias. */
type Source = `${TableName} as ${string}` | Summed<string, unknown>;
type RowOf<S extends Source> =
  S extends Summed<string, infer O> ? O : S extends `${infer T} as ${string}` ? Tables[T & TableName] : never;
type AliasOf<S extends Source> =
  S extends Summed<infer A, unknown> ? A : S extends `${string} as ${infer A}` ? A : never;

/** Fields that refer to an entity whose table is known, one record each. */
type RefKey<F extends Fields> = {
  [K in keyof F & string]: F[K] extends { readonly entity?: infer E }
    ? NonNullable<E> extends EntityName
      ? K
      : never
    : never;
}[keyof F & string];
/** A ref by its key; its table's alias is the key without `Id`, in snake case, unless one is given. */
type RefItem<F extends Fields> = RefKey<F> | `${RefKey<F>} as ${string}`;
type KeyOfRef<R extends string> = R extends `${infer K} as ${string}` ? K : R;
type AliasOfRef<R extends string> = R extends `${string} as ${infer A}` ? A : Snake<R extends `${infer K}Id` ? K : R>;
type EntityAt<F extends Fields, K> = K extends keyof F
  ? F[K] extends { readonly entity?: infer E }
    ? NonNullable<E> & TableName
    : never
  : never;

/** The rows a list has under their aliases: its own and those its refs join. */
type Joined<F extends Fields, S extends Source, R extends string> = Record<AliasOf<S>, RowOf<S>> & {
  [I in R as AliasOfRef<I>]: Tables[EntityAt<F, KeyOfRef<I>>];
};
/** The builder of a list before it selects: `T` are the aliases it has. */
type From<D, T extends keyof D> = SelectQueryBuilder<D, T, object>;
type FromOf<F extends Fields, S extends Source, R extends string> = From<
  Tables & Joined<F, S, R>,
  keyof Joined<F, S, R> & keyof (Tables & Joined<F, S, R>)
>;
/** `alias.column` of the list's own rows and of its refs. */
type Known<F extends Fields, S extends Source, R extends string, D = Joined<F, S, R>> = {
  [A in keyof D & string]: `${A}.${keyof D[A] & string}`;
}[keyof D & string];

/** Fields of the record another field refers to, and columns of its table. */
type OfRef<F extends Fields, K extends keyof F> = F[K] extends { readonly of: infer O extends keyof F & string }
  ? Snake<K & string> extends keyof Tables[EntityAt<F, O>]
    ? K
    : never
  : never;

/** Fields that are no column of the list's own rows, nor of a record it refers to: each must be said. */
type Unlike<F extends Fields, S extends Source> = {
  [K in keyof F & string]: Snake<K> extends keyof RowOf<S> ? never : K extends OfRef<F, K> ? never : K;
}[keyof F & string];
type Columns<F extends Fields, S extends Source, C> = {
  [K in Unlike<F, S>]: C | RawBuilder<unknown> | null;
} & { [K in Exclude<keyof F & string, Unlike<F, S>>]?: C | RawBuilder<unknown> | null };
type Said<F extends Fields, S extends Source, C> =
  Unlike<F, S> extends never ? { columns?: Columns<F, S, C> } : { columns: Columns<F, S, C> };
/** Further tables and conditions. */
type Join<Start> = (from: Start, ctx: Ctx, search: Search) => FromQuery;

type Rest<F extends Fields> = Omit<ListSource<F>, 'from' | 'columns' | 'id' | 'version'>;

interface Over<F extends Fields, R extends string> extends Rest<F> {
  /** Refs without which a row is not shown: whoever may not see the person sees no line of theirs. */
  inner?: readonly R[];
  /** Refs whose columns are used, under an alias; the row stays without them. Those only named join by themselves. */
  refs?: readonly R[];
  /** What a ref is called where there is none: 全部, 后台. */
  none?: { [K in keyof F]?: string };
  /** `id` of the list's table unless said otherwise. */
  id?: Expr;
  /** The optimistic version: of every page that edits its records; elsewhere where it is asked for. */
  version?: true | Expr;
}

/** All that may be told, whatever the page. */
type Told = Over<Fields, string> & { columns?: Record<string, Expr | null>; from?: ListSource<Fields>['from'] };

/** What the list knows of a page: its fields, and whether its records are edited. */
interface Listed<F extends Fields> {
  fields: F;
  form?: { createOnly?: boolean };
}

interface Reference {
  key: string;
  alias: string;
  entity: string;
  told: Entity;
  inner: boolean;
  /** The ref's own column and the alias it stands under. */
  column: string;
  owner: string;
}

const keyOfItem = (item: string) => item.split(' as ')[0]!;
/** Alias of a ref's record: the key without `Id` unless it is named. */
const aliasOfItem = (item: string) => item.split(' as ')[1] ?? snake(item.replace(/Id$/, ''));

const reference = (item: string, fields: Fields, columns: Readonly<Record<string, Expr | null>>, inner: boolean) => {
  const key = keyOfItem(item);
  const entity = fields[key]?.entity;
  const column = columns[key];
  if (entity === undefined || typeof column !== 'string') throw new Error(`ref ${key} names no entity or no column`);
  const alias = aliasOfItem(item);
  return {
    key,
    alias,
    entity,
    told: entityOf(entity),
    inner,
    column,
    owner: column.split('.')[0]!,
  } satisfies Reference;
};

function withRef(from: Loose, { alias, entity, told, inner, column, owner }: Reference): Loose {
  const table = `${entity} as ${alias}`;
  const on = (join: Parameters<Parameters<Loose['leftJoin']>[1]>[0]) => {
    const byId = join.onRef(`${alias}.id`, '=', column);
    return told.alone ? byId : byId.onRef(`${alias}.organization_id`, '=', `${owner}.organization_id`);
  };
  return inner ? from.innerJoin(table, on) : from.leftJoin(table, on);
}

/** Name of a ref that is not joined: of units beside their rows, and of several records as an array. */
function nameBeside(field: Field, column: string): RawBuilder<unknown> | undefined {
  if (field.entity === undefined) return undefined;
  const { name = 'name', beside, alone } = entityOf(field.entity);
  const table = sql.table(field.entity);
  const shown = sql.ref(`n.${name}`);
  const id = sql.ref(column);
  const within =
    alone || beside ? sql`` : sql`n.organization_id = ${sql.ref(`${column.split('.')[0]}.organization_id`)} and `;
  if (field.kind === 'refs')
    return sql`array(select ${shown} from ${table} n where ${within}n.id = any(${id}) order by n.id)`;
  return beside ? sql`(select ${shown} from ${table} n where n.id = ${id})` : undefined;
}

/** Refs nobody asked for that show a name all the same: they join by themselves, under the wall as those asked for. */
function namedRefs(
  fields: Fields,
  columns: Readonly<Record<string, Expr | null>>,
  known: ReadonlySet<string>,
): string[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    if (field.kind !== 'ref' || field.entity === undefined || field.hidden || known.has(key)) return [];
    return typeof columns[key] === 'string' && !entityOf(field.entity).beside ? [key] : [];
  });
}

/**
 * The source of a page's list over `source`, e.g. `'manual_charge as c'`, or over a sub-select that adds lines up (`grouped`).
 * Every key that no entry of `columns` binds is the column of its name there, or with `of` in the record's that field refers to;
 * a key without one, or a column that is not there, does not compile. `createdAt` and `version` need no word. Refs answer their
 * names unasked. `join` adds tables and conditions, `from` brings a statement that several lists share, that has `source` in it
 * and joins its refs itself, `beside` joins them for the rows of a page alone; the compiler does not know the columns of any of
 * them, the walk over all pages does.
 */
export function over<F extends Fields, const S extends Source>(
  page: Listed<F>,
  source: Unlike<F, S> extends never ? S : never,
): ListSource<F>;
export function over<F extends Fields, const S extends Source, const R extends RefItem<F> = never>(
  page: Listed<F>,
  source: S,
  more: Over<F, R> & Said<F, S, Known<F, S, R>>,
): ListSource<F>;
export function over<F extends Fields, const S extends Source, const R extends RefItem<F> = never>(
  page: Listed<F>,
  source: S,
  more: Over<F, R> & Said<F, S, string>,
  join: Join<FromOf<F, S, R>>,
): ListSource<F>;
export function over<F extends Fields, const S extends Source, const R extends RefItem<F> = never>(
  page: Listed<F>,
  source: S,
  more: Over<F, R> & Said<F, S, string> & ({ from: ListSource<F>['from'] } | { beside: Beside<F> }),
): ListSource<F>;
export function over(page: Listed<Fields>, source: Source, more: object = {}, join?: Join<never>): ListSource<Fields> {
  const { inner = [], refs = [], none = {}, from: start, id, version, columns: said, names, ...rest }: Told = more;
  const { fields } = page;
  const made = typeof source === 'string' ? undefined : source;
  const alias = typeof source === 'string' ? source.split(' as ')[1]! : source.alias;
  const aliases = new Map([...inner, ...refs].map((item) => [keyOfItem(item), aliasOfItem(item)]));
  const columns: Record<string, Expr | null> = Object.fromEntries(
    Object.entries(fields).map(([key, { of }]) => [
      key,
      `${of === undefined ? alias : (aliases.get(of) ?? aliasOfItem(of))}.${snake(key)}`,
    ]),
  );
  Object.assign(columns, said);
  const known = new Set([...aliases.keys(), ...Object.keys(names ?? {})]);
  const joined = [
    ...inner.map((item) => reference(item, fields, columns, true)),
    ...[...refs, ...(start ? [] : namedRefs(fields, columns, known))].map((item) =>
      reference(item, fields, columns, false),
    ),
  ];
  const called: Record<string, Expr> = {};
  for (const [key, field] of Object.entries(fields)) {
    const column = columns[key];
    const name = typeof column === 'string' && nameBeside(field, column);
    if (name) called[key] = name;
  }
  for (const { key, alias: at, told } of joined) {
    const name = `${at}.${told.name ?? 'name'}`;
    const without = none[key];
    called[key] = without === undefined ? name : sql`coalesce(${sql.ref(name)}, ${sql.lit(without)})`;
  }
  // A ref whose column stands in a table that `join` adds comes after it.
  const near = new Set([alias]);
  const first = joined.filter((one) => {
    const here = near.has(one.owner);
    if (here) near.add(one.alias);
    return here;
  });
  const later = joined.filter((one) => !first.includes(one));
  const edited = page.form !== undefined && !page.form.createOnly;
  return {
    ...(made ? { grouped: true } : {}),
    ...rest,
    from: (db, ctx, search, known) => {
      const rows = made ? (made.rows(db, ctx, search, known) as unknown as Loose).as(alias) : source;
      const base = start ? start(db, ctx, search) : db.selectFrom(rows as 'system_log as l');
      const own = first.reduce(withRef, base as unknown as Loose);
      const whole = join ? (join(own as never, ctx, search) as unknown as Loose) : own;
      return later.reduce(withRef, whole);
    },
    id: id ?? `${alias}.id`,
    ...(edited || version ? { version: version === true || !version ? `${alias}.version` : version } : {}),
    columns,
    names: { ...called, ...names },
  };
}
