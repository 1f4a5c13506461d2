/** Sorts, pages and totals rows that a report computed in code. */
import type { QueryAnswer, QueryInput } from './binding.ts';

/** A page as far as its totals go. */
interface Totalled {
  list?: { totals?: readonly string[] };
}

/** The answer over all `rows`; the page's totals are summed over the whole filter, `sort` falls back to the order given. */
export function answerComputed<R extends Record<string, unknown> & { id: number }>(
  page: Totalled,
  rows: readonly R[],
  input: QueryInput,
): QueryAnswer & { sums: Record<string, number> } {
  const key = input.sort?.replace(/^-/, '');
  const sorted = key
    ? [...rows].sort((a, b) => {
        const [x, y] = [a[key], b[key]];
        const order =
          typeof x === 'number' && typeof y === 'number'
            ? x - y
            : String(x ?? '').localeCompare(String(y ?? ''), 'zh-CN');
        return input.sort!.startsWith('-') ? -order : order;
      })
    : rows;
  const start = (input.page - 1) * input.size;
  const sums = Object.fromEntries(
    (page.list?.totals ?? []).map((k) => [k, rows.reduce((total, r) => total + Number(r[k] ?? 0), 0)]),
  );
  return { rows: sorted.slice(start, start + input.size), total: rows.length, sums };
}
