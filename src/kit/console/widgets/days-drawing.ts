/** Days as a chart: columns of money, and a line over them. Pure. */
import type { Drawing } from './drawing.ts';

export interface DaysSeries<D> {
  name: string;
  of: (day: D) => number;
}

/** A name with its unit, which the scales do not say. */
const inUnit = (name: string, unit: string) => (name.includes('（') ? name : `${name}（${unit}）`);

/** `line.axis` is the unit of a line that counts something else than yuan. */
export function daysDrawing<D extends { date: string; running?: boolean }>(
  days: readonly D[],
  columns: DaysSeries<D>,
  line: DaysSeries<D> & { axis?: string },
): Drawing {
  return {
    names: days.map((day) => (day.running ? `${day.date.slice(5)} 至此` : day.date.slice(5))),
    legend: 'center',
    series: [
      { name: inUnit(columns.name, '元'), kind: 'bar', values: days.map(columns.of) },
      {
        name: inUnit(line.name, line.axis ?? '元'),
        kind: 'line',
        values: days.map(line.of),
        ownScale: line.axis !== undefined,
      },
    ],
  };
}
