/** A report's rows as a chart: one axis of names or days, one series per column; amounts in yuan. */
import type { EChartsCoreOption } from 'echarts/core';
import type { AnyPage } from '../../../define/page.ts';
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

export function chartOption(spec: AnyPage, chart: ChartSpec, rows: readonly AnyRow[]): EChartsCoreOption {
  const x = spec.fields[chart.x];
  const points = chartRows(spec, chart, rows);
  const series = chart.y.flatMap((key) => {
    const field = spec.fields[key];
    if (!field) return [];
    const scale = field.kind === 'money' || field.kind === 'percent' ? 100 : 1;
    return [
      {
        name: columnTitle(field),
        type: chart.kind,
        barMaxWidth: 28,
        symbolSize: 5,
        data: points.map((row) => (typeof row[key] === 'number' ? (row[key] as number) / scale : null)),
        tooltip: {
          valueFormatter: (v: unknown) => (typeof v === 'number' ? sumText(field, Math.round(v * scale)) : '—'),
        },
      },
    ];
  });
  return {
    grid: { left: 8, right: 16, top: 32, bottom: 4, containLabel: true },
    legend: { top: 0, right: 0, itemHeight: 8, itemWidth: 14, textStyle: { color: '#5b6b63', fontSize: 12 } },
    tooltip: { trigger: 'axis' },
    xAxis: {
      type: 'category',
      data: points.map((row) => (x ? formatValue(x, chart.x, row) || '—' : '')),
      axisLabel: { color: '#5b6b63', fontSize: 12, hideOverlap: true },
      axisLine: { lineStyle: { color: '#e3ebe6' } },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      splitNumber: 3,
      axisLabel: { color: '#5b6b63', fontSize: 12, hideOverlap: true },
      splitLine: { lineStyle: { color: '#eef4f0' } },
    },
    series,
  };
}
