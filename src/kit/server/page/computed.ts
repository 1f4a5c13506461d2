/** Columns that are sums of others, and reports whose rows are made in code: computed, sorted, paged and added up. */

import { type RawBuilder, sql } from 'kysely';
import { byCount } from '../../define/count-order.ts';
import type { Fields } from '../../define/field.ts';
import { keyOf, type Sum, signOf } from '../../define/identity.ts';
import type { AnyPage } from '../../define/page.ts';
import { expression } from '../query/expression.ts';
import type { Binding, Expr, QueryAnswer, QueryInput, ReportRow } from './binding.ts';
import { proveRows } from './equations.ts';

const sumsOf = (page: AnyPage) => (page.report?.identities ?? []).filter((i) => i.kind === 'sum');

function addUp({ parts }: Sum, row: Readonly<Record<string, unknown>>): number {
  return parts.reduce((total, part) => total + signOf(part) * Number(row[keyOf(part)] ?? 0), 0);
}

/** Sorts, pages and totals all rows of a report. */
function answerRows(page: AnyPage, made: readonly ReportRow[], input: QueryInput): QueryAnswer {
  const rows = made.map((row) => {
    const filled: Record<string, unknown> & { id: number } = { ...row };
    for (const one of sumsOf(page)) filled[one.key] = addUp(one, filled);
    return filled;
  });
  const sort = input.sort ?? page.list?.sort ?? null;
  const key = sort?.replace(/^-/, '');
  const sorted = key
    ? [...rows].sort((a, b) => {
        const [x, y] = [a[key], b[key]];
        const order =
          typeof x === 'number' && typeof y === 'number' ? x - y : byCount(String(x ?? ''), String(y ?? ''));
        return sort!.startsWith('-') ? -order : order;
      })
    : rows;
  const start = (input.page - 1) * input.size;
  const sums = Object.fromEntries(
    (page.list?.totals ?? []).map((k) => [k, rows.reduce((total, r) => total + Number(r[k] ?? 0), 0)]),
  );
  return { rows: sorted.slice(start, start + input.size), total: rows.length, sums, proof: proveRows(page, rows) };
}

/** The binding with what the identities compute: columns of a list, the answer of a report made in code. */
export function withComputed(page: AnyPage, binding: Binding<Fields>): Binding<Fields> {
  const { list, rows } = binding;
  if (rows) {
    return { ...binding, query: async (ctx, input) => answerRows(page, await rows(ctx, input.search), input) };
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
