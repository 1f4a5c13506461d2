/** A report's rows as a chart: one axis of names or days, one series per column; amounts in yuan. */
import type { Field } from '../../../define/field.ts';
import type { AnyPage } from '../../../define/page.ts';
import type { Drawing } from '../../widgets/drawing.ts';
import type { AnyRow } from '../logic/actions.ts';
import { columnTitle } from '../logic/columns.ts';
import { formatValue, sumText } from '../logic/format.ts';
import type { Search } from '../logic/search-url.ts';

export interface ChartSpec {
  kind: 'line' | 'bar';
  x: string;
  y: readonly string[];
}

/** More names than this are no longer told apart; days of a year are. */
const mostPoints = 366;
const dayMs = 86_400_000;

interface Point {
  name: string;
  /** By key of the series. */
  values: Record<string, number | null>;
}

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(value)?.[0] : undefined;

/** Every day from one to the other, both included; none where they are too many. */
function daysBetween(from: string, to: string): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const count = (last - first) / dayMs + 1;
  if (!(count > 0) || count > mostPoints) return [];
  return Array.from({ length: count }, (_, i) => new Date(first + i * dayMs).toISOString().slice(0, 10));
}

/** The days the filter spans, as far as they have come. */
function askedDays(spec: AnyPage, search: Search, today: string): [string | undefined, string | undefined] {
  const key = (spec.list?.search ?? [])
    .map((one) => (typeof one === 'string' ? one : one.key))
    .find((one) => spec.fields[one]?.kind === 'date' && Array.isArray(search[one]));
  const [from, to] = (key ? search[key] : []) as readonly unknown[];
  const last = dayOf(to) ?? today;
  return [dayOf(from), last < today ? last : today];
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/**
 * Points as they are read: days from old to new, those of one day added up, those without any in their place; names in the
 * order of the table.
 */
export function chartPoints(
  spec: AnyPage,
  { x, y }: ChartSpec,
  rows: readonly AnyRow[],
  search: Search,
  today: string,
): Point[] {
  const field = spec.fields[x];
  const dated = rows.length > 0 && rows.every((row) => dayOf(row[x]) !== undefined);
  const byName = new Map<string, Point>();
  rows.forEach((row, i) => {
    const name = dayOf(row[x]) ?? (field ? formatValue(field, x, row) || '—' : '');
    // Two rows of one name are two things, two of one day are that day's.
    const point = byName.get(dated ? name : String(i)) ?? { name, values: {} };
    for (const key of y) {
      const own = numberOf(row[key]);
      const before = point.values[key] ?? null;
      point.values[key] = own === null ? before : (before ?? 0) + own;
    }
    byName.set(dated ? name : String(i), point);
  });
  if (!dated) return [...byName.values()];
  const own = [...byName.keys()].sort();
  const [from, to] = askedDays(spec, search, today);
  const first = from !== undefined && from < own[0]! ? from : own[0]!;
  const last = to !== undefined && to > own.at(-1)! ? to : own.at(-1)!;
  const days = daysBetween(first, last);
  const summed = new Set<string>((spec.list?.totals ?? []) as readonly string[]);
  // Nothing was sold on an empty day; what a balance was on it, the rows do not say.
  const empty = Object.fromEntries(y.map((key) => [key, summed.has(key) ? 0 : null]));
  return (days.length > 0 ? days : own).map((day) => byName.get(day) ?? { name: day, values: empty });
}

const scaleOf = (field: Field) => (field.kind === 'money' || field.kind === 'percent' ? 100 : 1);

export function chartDrawing(
  spec: AnyPage,
  chart: ChartSpec,
  rows: readonly AnyRow[],
  search: Search,
  today: string,
): Drawing {
  const points = chartPoints(spec, chart, rows, search, today);
  return {
    names: points.map((point) => point.name),
    legend: 'end',
    series: chart.y.flatMap((key) => {
      const field = spec.fields[key];
      if (!field) return [];
      const scale = scaleOf(field);
      return [
        {
          name: columnTitle(field),
          kind: chart.kind,
          values: points.map(({ values }) => (values[key] === null ? null : values[key]! / scale)),
          said: (value: number) => sumText(field, Math.round(value * scale)),
        },
      ];
    }),
  };
}
