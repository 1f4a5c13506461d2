/** A day of readings minute by minute: the line where they are known, grey where they are not, the bounds, stretches marked below. */
import './day-curve.css';

const width = 1_440;
const height = 200;

/** Runs of minutes that are known (or not). */
function runs(temps: readonly (number | null)[], known: boolean): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (const [i, temp] of temps.entries()) {
    if ((temp !== null) !== known) continue;
    const last = found.at(-1);
    if (last?.[1] === i) last[1] = i + 1;
    else found.push([i, i + 1]);
  }
  return found;
}

export interface DayReadings {
  /** 1,440 minutes in tenths of `unit`; null: nothing known. */
  temps: readonly (number | null)[];
  /** Stretches of minutes that are marked, last excluded. */
  doors: readonly (readonly [from: number, to: number])[];
  min10: number;
  max10: number;
}

export interface DayCurveProps {
  day: DayReadings;
  /** Minutes of the day that are over. */
  passed: number;
  /** What the drawing says, in words. */
  told: string;
  unit: string;
}

export function DayCurve({ day, passed, told, unit }: DayCurveProps) {
  const seen = day.temps.filter((temp) => temp !== null);
  const low = Math.min(day.min10 - 20, ...seen);
  const high = Math.max(day.max10 + 20, ...seen);
  const y = (temp10: number) => height - ((temp10 - low) / (high - low)) * height;
  const line = ([from, to]: [number, number]) =>
    Array.from(
      { length: to - from },
      (_, i) => `${i === 0 ? 'M' : 'L'}${from + i} ${y(day.temps[from + i]!).toFixed(1)}`,
    ).join('') + (to - from === 1 ? 'h1' : '');
  return (
    <div className="k-curve" role="img" aria-label={told}>
      <svg className="k-curve-lines" aria-hidden="true" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
        {runs(day.temps.slice(0, passed), false).map(([from, to]) => (
          <rect key={from} x={from} y={0} width={to - from} height={height} fill="var(--oc-soft-2)" />
        ))}
        <rect
          x={0}
          y={y(day.max10)}
          width={width}
          height={y(day.min10) - y(day.max10)}
          fill="var(--oc-primary)"
          opacity={0.08}
        />
        {day.doors.map(([from, to]) => (
          <rect key={from} x={from} y={height - 6} width={Math.max(2, to - from)} height={6} fill="var(--oc-dirty)" />
        ))}
        {runs(day.temps, true).map((run) => (
          <path
            key={run[0]}
            d={line(run)}
            fill="none"
            stroke="var(--oc-primary)"
            strokeWidth={1.5}
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {[day.max10, day.min10].map((bound) => (
          <line
            key={bound}
            x1={0}
            x2={width}
            y1={y(bound)}
            y2={y(bound)}
            stroke="var(--oc-danger)"
            strokeDasharray="6 4"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {/* Words beside the drawing, not in it: it is stretched to whatever width there is. */}
      {[day.max10, day.min10].map((bound) => (
        <span key={bound} className="k-curve-bound" style={{ top: `${(y(bound) / height) * 100}%` }}>
          {bound / 10} {unit}
        </span>
      ))}
      {[0, 4, 8, 12, 16, 20, 24].map((hour) => (
        <span key={hour} className="k-curve-hour" style={{ left: `${(hour / 24) * 100}%` }}>
          {String(hour).padStart(2, '0')}:00
        </span>
      ))}
    </div>
  );
}
