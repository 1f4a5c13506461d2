/** A week or a month of a cabinet: from lowest to highest of each hour or day, grey where nothing is known. */
import { clock } from '../../../../kit/console/clock.ts';
import type { Bucket, CabinetSpan } from '../read-span.ts';
import '../../../../kit/console/widgets/day-curve.css';

const height = 200;
const degrees = (temp10: number) => `${(temp10 / 10).toFixed(1)} ℃`;
const when = (at: string, daily: boolean) => (daily ? at.slice(0, 10) : at.slice(5, 16).replace('T', ' '));

function words(one: Bucket, daily: boolean): string {
  const begin = when(one.at, daily);
  if (one.min10 === null || one.max10 === null) return `${begin} 无数据`;
  return `${begin} ${degrees(one.min10)} 至 ${degrees(one.max10)}，超限 ${one.out} 分钟，读数 ${one.n} 分钟`;
}

export function SpanBars({ span, daily }: { span: CabinetSpan; daily: boolean }) {
  const { buckets } = span;
  const seen = buckets.flatMap(({ min10, max10 }) => [min10, max10]).filter((one) => one !== null);
  const low = Math.min(span.min10 - 20, ...seen);
  const high = Math.max(span.max10 + 20, ...seen);
  const y = (temp10: number) => height - ((temp10 - low) / (high - low)) * height;
  const now = clock.now();
  const out = buckets.reduce((sum, one) => sum + one.out, 0);
  const labels = buckets.filter((_, i) => (daily ? i % 5 === 0 : i % 24 === 0));
  return (
    <div
      className="k-curve"
      role="img"
      aria-label={`${when(buckets[0]!.at, true)} 起 ${daily ? '30' : '7'} 天，超限 ${out} 分钟`}
    >
      <svg
        className="k-curve-lines"
        aria-hidden="true"
        viewBox={`0 0 ${buckets.length} ${height}`}
        preserveAspectRatio="none"
      >
        {buckets.map((one, i) => {
          if (Date.parse(one.at) > now) return null;
          const known = one.min10 !== null && one.max10 !== null;
          const top = known ? y(one.max10!) : 0;
          return (
            <rect
              key={one.at}
              x={i + 0.1}
              width={0.8}
              y={top}
              height={known ? Math.max(2, y(one.min10!) - top) : height}
              fill={known ? (one.out > 0 ? 'var(--oc-danger)' : 'var(--oc-primary)') : 'var(--oc-soft-2)'}
            >
              <title>{words(one, daily)}</title>
            </rect>
          );
        })}
        {[span.max10, span.min10].map((bound) => (
          <line
            key={bound}
            x1={0}
            x2={buckets.length}
            y1={y(bound)}
            y2={y(bound)}
            stroke="var(--oc-danger)"
            strokeDasharray="6 4"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {[span.max10, span.min10].map((bound) => (
        <span key={bound} className="k-curve-bound" style={{ top: `${(y(bound) / height) * 100}%` }}>
          {bound / 10} ℃
        </span>
      ))}
      {labels.map((one) => (
        <span
          key={one.at}
          className="k-curve-hour"
          style={{ left: `${(buckets.indexOf(one) / buckets.length) * 100}%` }}
        >
          {one.at.slice(5, 10)}
        </span>
      ))}
    </div>
  );
}
