/** Choices of records by name within the scope: what ref fields to a page are answered. */
import { sql } from 'kysely';
import type { Ctx } from '../context.ts';
import { countOrder } from '../query/count-order.ts';
import { likePattern } from '../query/expression.ts';
import type { Loose } from '../query/list-statement.ts';
import type { Tables } from '../query/tables.ts';
import type { Option, OptionsInput } from './binding.ts';

/** Tables whose records have an id and a name. */
export type NamedTable = {
  [T in keyof Tables & string]: Tables[T] extends { id: number; name: string } ? T : never;
}[keyof Tables & string];

export interface NameOptions<T extends NamedTable> {
  /** SQL over alias `t` shown as the second line. */
  hint?: string;
  /** SQL over alias `t` to order by; the name as people count otherwise. */
  order?: string;
  /** Columns a keyword is looked for in; the name otherwise. */
  search?: readonly (keyof Tables[T] & string)[];
  /** SQL over alias `t`: which records are shown and cannot be chosen. */
  disabled?: string;
  /** SQL over alias `t`: which records are still offered. One that is not keeps its name by id. */
  offered?: string;
  /** Columns by which a field's `within` narrows: its name → column. The binding lists the names in `optionsWithin`. */
  within?: Readonly<Record<string, keyof Tables[T] & string>>;
}

/** An `options` binding over a table with `id` and `name`, ordered by name. */
export function named<T extends NamedTable>(
  table: T,
  {
    hint = 'null',
    disabled = 'false',
    order = countOrder('t.name'),
    search = ['name'],
    offered,
    within = {},
  }: NameOptions<T> = {},
) {
  return async (ctx: Ctx, { keyword, ids, size, within: sent }: OptionsInput): Promise<Option[]> => {
    const from = ctx.db.selectFrom(`${table} as t` as never) as unknown as Loose;
    let query = from.select([
      't.id',
      't.name',
      sql<string | null>`${sql.raw(hint)}`.as('hint'),
      sql<boolean>`${sql.raw(disabled)}`.as('disabled'),
    ]);
    for (const [name, column] of Object.entries(within))
      if (sent[name] !== undefined) query = query.where(`t.${column}` as string, '=', sent[name]);
    if (ids) query = query.where('t.id', 'in', ids.length > 0 ? ids : [0]);
    else {
      if (offered) query = query.where(sql<boolean>`${sql.raw(offered)}`);
      if (keyword)
        query = query.where((eb) =>
          eb.or(search.map((column) => eb(`t.${column}` as string, 'ilike', likePattern(keyword)))),
        );
      query = query.limit(size);
    }
    return (await query.orderBy(sql.raw(order)).orderBy('t.id').execute()) as unknown as Option[];
  };
}
