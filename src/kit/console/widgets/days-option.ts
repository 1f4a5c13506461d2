/** Days as a chart: columns of money, and a line over them. Pure. */

export interface DaysSeries<D> {
  name: string;
  of: (day: D) => number;
}

/** `line.axis` names a scale of its own, on the right, for a line that counts something else than yuan. */
export function daysOption<D extends { date: string }>(
  days: readonly D[],
  columns: DaysSeries<D>,
  line: DaysSeries<D> & { axis?: string },
) {
  const money = { type: 'value', name: '元', splitLine: { lineStyle: { color: '#e3ebe6' } } };
  return {
    grid: { left: 64, right: line.axis ? 48 : 16, top: 40, bottom: 24 },
    legend: { top: 0, left: 'center' },
    tooltip: { trigger: 'axis' },
    xAxis: { type: 'category', data: days.map((d) => d.date.slice(5)) },
    yAxis: line.axis ? [money, { type: 'value', name: line.axis, splitLine: { show: false } }] : [money],
    series: [
      { name: columns.name, type: 'bar', data: days.map(columns.of), barMaxWidth: 22 },
      { name: line.name, type: 'line', data: days.map(line.of), ...(line.axis ? { yAxisIndex: 1 } : {}) },
    ],
  };
}
