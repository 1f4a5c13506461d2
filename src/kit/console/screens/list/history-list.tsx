/** Who changed what, newest first. */
import { formatTime } from '../../clock.ts';

export interface HistoryEntry {
  at: string;
  actor: string;
  ip: string | null;
  action: string;
  changes: readonly { key: string; label: string; before: unknown; after: unknown }[] | null;
}

const shown = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '空'
    : typeof value === 'boolean'
      ? value
        ? '是'
        : '否'
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);

export function HistoryList({ entries }: { entries: readonly HistoryEntry[] }) {
  if (entries.length === 0) return <p className="k-help">没有变更记录。</p>;
  return (
    <ol className="k-history">
      {entries.map((entry, i) => (
        <li key={`${entry.at}-${i}`}>
          <p>
            <time dateTime={entry.at}>{formatTime(entry.at)}</time>
            <b>{entry.actor}</b>
            <span>{entry.action}</span>
            {entry.ip ? <small className="k-muted">{entry.ip}</small> : null}
          </p>
          {entry.changes?.length ? (
            <ul>
              {entry.changes.map((change) => (
                <li key={change.key}>
                  {change.label}：<del>{shown(change.before)}</del> → <ins>{shown(change.after)}</ins>
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
