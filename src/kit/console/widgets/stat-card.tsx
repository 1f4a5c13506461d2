/** One figure of a home page with its trend against a comparison, and where it leads. */
import '../screens/screens.css';
import { Link } from '../nav/link.tsx';
import type { LocationInput } from '../nav/location.ts';
import './widgets.css';

export function StatCard(props: {
  title: string;
  /** As it is shown; below zero it is red like every other figure. */
  value: string | number;
  unit?: string;
  /** Change against the comparison, in percent; null when there is nothing to compare with. */
  trendPercent?: number | null;
  trendLabel?: string;
  to?: LocationInput;
}) {
  const trend = props.trendPercent;
  const body = (
    <>
      <span className="k-stat-title">{props.title}</span>
      <span className={String(props.value).startsWith('-') ? 'k-stat-value k-negative' : 'k-stat-value'}>
        {props.value}
        {props.unit ? <small>{props.unit}</small> : null}
      </span>
      {trend !== undefined ? (
        <span className="k-stat-trend">
          {props.trendLabel ? `${props.trendLabel} ` : ''}
          {trend === null ? (
            '无可比数据'
          ) : (
            <b className={trend < 0 ? 'k-negative' : trend > 0 ? 'k-positive' : 'k-muted'}>
              {trend > 0 ? '↑' : trend < 0 ? '↓' : '—'} {Math.abs(trend).toFixed(1)}%
            </b>
          )}
        </span>
      ) : null}
    </>
  );
  return props.to ? (
    <Link to={props.to} className="k-stat">
      {body}
    </Link>
  ) : (
    <div className="k-stat">{body}</div>
  );
}
