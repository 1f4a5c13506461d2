/** Sorts, pages and totals rows that a report computed in code. */
import type { QueryAnswer, QueryInput } from './binding.ts';

/** The answer over all `rows`; `totals` are summed over the whole filter, `sort` falls back to the order given. */
export function answerComputed<R extends Record<string, unknown> & { id: number }>(
  rows: readonly R[],
  input: QueryInput,
  totals: readonly (keyof R & string)[],
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
  const sums = Object.fromEntries(totals.map((k) => [k, rows.reduce((total, r) => total + Number(r[k] ?? 0), 0)]));
  return { rows: sorted.slice(start, start + input.size), total: rows.length, sums };
}
