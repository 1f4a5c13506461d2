/** A page of a list whose FROM adds lines up, with count and sums of all of them: the lines are read once. */
import { sql } from 'kysely';
import type { Ctx } from '../context.ts';
import type { QueryInput } from '../page/binding.ts';
import { expression } from './expression.ts';
import {
  bare,
  base,
  type Conditions,
  type ListQuery,
  type Loose,
  ordered,
  rowKeys,
  selections,
} from './list-statement.ts';
import { countCap, type Totals } from './list-totals.ts';

export interface Page extends Totals {
  rows: Record<string, unknown>[];
}

/** Count and sums of all rows beside each of them: uncast, since what is cast is cast as often as there are rows. */
const overAll = ({ source }: ListQuery, keys: readonly string[]) => [
  sql<number>`count(*) over ()::int`.as('#total'),
  ...keys.map((k) => sql<string | null>`sum(${expression(source.columns[k]!)}) over ()`.as(`#${k}`)),
];

/** Can the rows of the page be found before anything is joined beside them? */
function foundAlone({ page, source }: ListQuery, { sort }: QueryInput, conditions: Conditions): boolean {
  if (!source.beside || conditions.all.length > 0) return false;
  const by = (sort ?? page.list?.sort ?? '').replace(/^-/, '');
  return ![by, ...(page.list?.totals ?? [])].some((key) => source.beside!.brings.includes(key));
}

/** The statement of the page; each row carries what `overAll` says. */
function statement(query: ListQuery, ctx: Ctx, input: QueryInput, conditions: Conditions): Loose {
  const keys = query.page.list?.totals ?? [];
  const told = overAll(query, keys);
  const cut = (rows: Loose) =>
    ordered(query, rows, input.sort)
      .limit(input.size)
      .offset((input.page - 1) * input.size);
  const shown = selections(query, rowKeys(query));
  if (!foundAlone(query, input, conditions))
    return cut(base(query, ctx, input.search, conditions).select([...shown, ...told]));
  const found = cut(bare(query, ctx, input.search, conditions).selectAll('s').select(told));
  const rows = query.source.beside!.join(ctx.db.selectFrom(found.as('s') as never) as unknown as Loose);
  const carried = ['total', ...keys].map((k) => sql.ref(`s.#${k}`).as(`#${k}`));
  return ordered(query, rows.select([...shown, ...carried]), input.sort);
}

/** Undefined when the page lies past the end and carries no sums. */
export async function groupedPage(
  query: ListQuery,
  ctx: Ctx,
  input: QueryInput,
  conditions: Conditions,
): Promise<Page | undefined> {
  const found = await statement(query, ctx, input, conditions).execute();
  const [first] = found;
  if (!first) return undefined;
  const keys = query.page.list?.totals ?? [];
  const total = first['#total'] as number;
  const sums = Object.fromEntries(keys.map((k) => [k, Number(first[`#${k}`] ?? 0)]));
  const rows = found.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => !key.startsWith('#'))));
  return total > countCap
    ? { rows, total: countCap, capped: true, sums: keys.length > 0 ? null : {} }
    : { rows, total, capped: false, sums };
}
