/** Who changed what, newest first, in the words of the page's own fields. */
import type { Field, Fields } from '../../../define/field.ts';
import { formatTime } from '../../clock.ts';
import { useOptionsOf } from '../../widgets/use-options.ts';
import { formatValue } from '../logic/format.ts';
import { isBlank } from '../logic/validate.ts';

export interface HistoryEntry {
  at: string;
  actor: string;
  ip: string | null;
  action: string;
  changes: readonly { key: string; label: string; before: unknown; after: unknown }[] | null;
}

/** A value as its field shows it. What the server already put into words, and keys of no field, stay as they are. */
function Shown({ field, fieldKey, value }: { field: Field | undefined; fieldKey: string; value: unknown }) {
  if (isBlank(value)) return '空';
  if (typeof value === 'boolean') return value ? '是' : '否';
  const ids = (Array.isArray(value) ? value : [value]).map(Number);
  if (field?.source && (field.kind === 'ref' || field.kind === 'refs') && ids.every(Number.isSafeInteger))
    return <Names source={field.source} ids={ids} />;
  if (
    field &&
    typeof value !== 'object' &&
    ['choice', 'money', 'percent', 'weight', 'decimal', 'time'].includes(field.kind)
  )
    return formatValue(field, fieldKey, { [fieldKey]: value });
  if (field?.kind === 'choices' && Array.isArray(value)) return formatValue(field, fieldKey, { [fieldKey]: value });
  return Array.isArray(value) ? value.join('、') : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Names of records by their numbers; the numbers themselves until they come or where they may not be asked. */
function Names({ source, ids }: { source: string; ids: readonly number[] }) {
  const { data } = useOptionsOf(source, ids);
  return ids.map((id) => data?.find((o) => o.id === id)?.name ?? String(id)).join('、');
}

/** The field a change is of; `lines` say the cell behind the row: `lines.2.quantity`. */
function fieldOf(fields: Fields, key: string): Field | undefined {
  const [own = '', , cell] = key.split('.');
  return cell === undefined ? fields[key] : fields[own]?.lines?.fields[cell];
}

export function HistoryList({ entries, fields }: { entries: readonly HistoryEntry[]; fields: Fields }) {
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
              {entry.changes.map(({ key, label, before, after }) => (
                <li key={key}>
                  {label}：
                  {isBlank(before) ? null : (
                    <>
                      <del>
                        <Shown field={fieldOf(fields, key)} fieldKey={key} value={before} />
                      </del>{' '}
                      →{' '}
                    </>
                  )}
                  <ins>
                    <Shown field={fieldOf(fields, key)} fieldKey={key} value={after} />
                  </ins>
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
