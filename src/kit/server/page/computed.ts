/** Columns that are sums of others, and reports whose rows are made in code: computed, sorted, paged and added up. */

import { type RawBuilder, sql } from 'kysely';
import { inCountOrder } from '../../define/count-order.ts';
import type { Fields } from '../../define/field.ts';
import { keyOf, type Sum, signOf } from '../../define/identity.ts';
import type { AnyPage } from '../../define/page.ts';
import { expression } from '../query/expression.ts';
import type { Binding, Expr, QueryAnswer, QueryInput, ReportRow, Words } from './binding.ts';
import { proveRows } from './equations.ts';

const sumsOf = (page: AnyPage) => (page.report?.identities ?? []).filter((i) => i.kind === 'sum');

function addUp({ parts }: Sum, row: Readonly<Record<string, unknown>>): number {
  return parts.reduce((total, part) => total + signOf(part) * Number(row[keyOf(part)] ?? 0), 0);
}

/** The rows by one of their values: numbers as numbers, nothing before anything, the rest as people count. */
function inOrder(rows: readonly ReportRow[], key: string, falling: boolean): readonly ReportRow[] {
  if (!rows.every((row) => row[key] === null || typeof row[key] === 'number'))
    return inCountOrder(rows, (row) => String(row[key] ?? ''), falling);
  const sign = falling ? -1 : 1;
  const least = Number.NEGATIVE_INFINITY;
  return rows.toSorted((a, b) => {
    const [x, y] = [Number(a[key] ?? least), Number(b[key] ?? least)];
    return x === y ? 0 : sign * (x - y);
  });
}

/** Sorts, pages and totals all rows of a report; what is said of them in words is said of the rows shown. */
function answerRows(page: AnyPage, made: readonly ReportRow[], input: QueryInput, words: Words = {}): QueryAnswer {
  const computed = sumsOf(page);
  const rows =
    computed.length === 0
      ? made
      : made.map((row) => {
          const filled: Record<string, unknown> & { id: number } = { ...row };
          // One by one: a sum may take in one above it.
          for (const one of computed) filled[one.key] = addUp(one, filled);
          return filled;
        });
  const sort = input.sort ?? page.list?.sort ?? null;
  const key = sort?.replace(/^-/, '');
  const sorted = key ? inOrder(rows, words[key]?.of ?? key, sort!.startsWith('-')) : rows;
  const start = (input.page - 1) * input.size;
  const shown = sorted
    .slice(start, start + input.size)
    .map((row) => ({ ...row, ...Object.fromEntries(Object.entries(words).map(([at, { say }]) => [at, say(row)])) }));
  const sums = Object.fromEntries(
    (page.list?.totals ?? []).map((k) => [k, rows.reduce((total, r) => total + Number(r[k] ?? 0), 0)]),
  );
  return { rows: shown, total: rows.length, sums, proof: proveRows(page, rows) };
}

/** The binding with what the identities compute: columns of a list, the answer of a report made in code. */
export function withComputed(page: AnyPage, binding: Binding<Fields>): Binding<Fields> {
  const { list, rows, words } = binding;
  if (rows) {
    return { ...binding, query: async (ctx, input) => answerRows(page, await rows(ctx, input.search), input, words) };
  }
  if (!list || sumsOf(page).length === 0) return binding;
  const columns: Record<string, Expr | null> = { ...list.columns };
  for (const { key, parts } of sumsOf(page)) {
    const terms = parts.map((part): RawBuilder<unknown> => {
      const value = sql`coalesce(${expression(columns[keyOf(part)]!)}, 0)`;
      return signOf(part) < 0 ? sql`-${value}` : value;
    });
    columns[key] = sql`(${sql.join(terms, sql` + `)})`;
  }
  return { ...binding, list: { ...list, columns } };
}
