/** How a list becomes a statement: its tables, what is searched, what is selected, in which order. */
import type { AliasedRawBuilder, RawBuilder, SelectQueryBuilder } from 'kysely';
import type { Fields } from '../../define/field.ts';
import { nameKey } from '../../define/field.ts';
import { type AnyPage, searchFields } from '../../define/page.ts';
import type { Ctx } from '../context.ts';
import type { ListSource, Search } from '../page/binding.ts';
import { entitySearch } from './entity-search.ts';
import { anyContains, comparison, expression } from './expression.ts';

export type Loose = SelectQueryBuilder<Record<string, Record<string, unknown>>, string, Record<string, unknown>>;

export interface ListQuery {
  page: AnyPage;
  source: ListSource<Fields>;
}

/** What a statement of the list is made with. */
export interface Conditions {
  all: readonly RawBuilder<unknown>[];
  /** What the source asked the database for beforehand. */
  known: unknown;
}

/** Nothing searched, and these conditions. */
export const only = async (
  { source }: ListQuery,
  ctx: Ctx,
  search: Search,
  all: readonly RawBuilder<unknown>[],
): Promise<Conditions> => ({ all, known: await source.known?.(ctx, search) });

/** What the search asks for, as conditions over the bound columns. */
export async function conditionsOf({ page, source }: ListQuery, ctx: Ctx, search: Search): Promise<Conditions> {
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
      const search = entitySearch(field);
      const condition = search
        ? await search(expression(column), value, ctx)
        : comparison(field, expression(column), value);
      if (condition) found.push(condition);
    }
  }
  const narrow = await source.narrow?.(ctx, search);
  if (narrow) found.push(narrow);
  return { all: found, known: await source.known?.(ctx, search) };
}

/** The list's tables, without what is only joined beside them. */
export const bare = ({ source }: ListQuery, ctx: Ctx, search: Search, { known }: Conditions): Loose =>
  source.from(ctx.db, ctx, search, known) as unknown as Loose;

/** The list's tables under the conditions. */
export function base(query: ListQuery, ctx: Ctx, search: Search, conditions: Conditions): Loose {
  let builder = bare(query, ctx, search, conditions);
  if (query.source.beside) builder = query.source.beside.join(builder);
  for (const condition of conditions.all) builder = builder.where(condition as RawBuilder<boolean>);
  return builder;
}

/** The row's id and version, and the given keys with their names. */
export function selections({ page, source }: ListQuery, keys: readonly string[]) {
  const list: AliasedRawBuilder<unknown, string>[] = [expression(source.id).as('id')];
  if (source.version) list.push(expression(source.version).as('version'));
  if (source.maker) list.push(expression(source.maker).as('#maker'));
  for (const key of keys) {
    const column = source.columns[key];
    if (column) list.push(expression(column).as(key));
    const name = source.names?.[key];
    if (name && page.fields[key]) list.push(expression(name).as(nameKey(key)));
  }
  return list;
}

/** In the wanted order, the id last so that no two rows may change places between pages. */
export function ordered(query: ListQuery, builder: Loose, sort: string | null): Loose {
  const wanted = sort ?? query.page.list?.sort ?? null;
  const key = wanted?.replace(/^-/, '');
  const column = key ? query.source.columns[key] : undefined;
  const direction = wanted === null || wanted.startsWith('-') ? 'desc' : 'asc';
  let result = builder;
  if (column) result = result.orderBy(expression(column), direction);
  return result.orderBy(expression(query.source.id), direction);
}

/** Keys a row carries: every bound field, so that row conditions and drawers have what they need. */
export const rowKeys = (query: ListQuery) => Object.keys(query.page.fields).filter((k) => query.source.columns[k]);
