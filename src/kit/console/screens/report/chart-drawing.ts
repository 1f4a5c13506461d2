/** A report's rows as a chart: one axis of names or days, one series per column; amounts in yuan. */
import type { AnyPage } from '../../../define/page.ts';
import type { Drawing } from '../../widgets/drawing.ts';
import type { AnyRow } from '../logic/actions.ts';
import { columnTitle } from '../logic/columns.ts';
import { formatValue, sumText } from '../logic/format.ts';

export interface ChartSpec {
  kind: 'line' | 'bar';
  x: string;
  y: readonly string[];
}

const maxPoints = 60;

/** Rows in the order they should be read: days run from old to new whatever the table's order. */
export function chartRows(spec: AnyPage, chart: ChartSpec, rows: readonly AnyRow[]): AnyRow[] {
  const kind = spec.fields[chart.x]?.kind;
  const ordered =
    kind === 'date' || kind === 'time'
      ? [...rows].sort((a, b) => (String(a[chart.x]) < String(b[chart.x]) ? -1 : 1))
      : [...rows];
  return ordered.slice(0, maxPoints);
}

export function chartDrawing(spec: AnyPage, chart: ChartSpec, rows: readonly AnyRow[]): Drawing {
  const x = spec.fields[chart.x];
  const points = chartRows(spec, chart, rows);
  return {
    names: points.map((row) => (x ? formatValue(x, chart.x, row) || '—' : '')),
    legend: 'end',
    series: chart.y.flatMap((key) => {
      const field = spec.fields[key];
      if (!field) return [];
      const scale = field.kind === 'money' || field.kind === 'percent' ? 100 : 1;
      return [
        {
          name: columnTitle(field),
          kind: chart.kind,
          values: points.map((row) => (typeof row[key] === 'number' ? (row[key] as number) / scale : null)),
          said: (value: number) => sumText(field, Math.round(value * scale)),
        },
      ];
    }),
  };
}
