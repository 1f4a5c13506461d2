/** What changed: in a line of the table in brief, in the drawer before and after side by side. */
import { type CellProps, view } from '../../../kit/console/view.ts';
import { formatFen } from '../../../kit/define/fen.ts';

interface Change {
  key: string;
  label: string;
  before: unknown;
  after: unknown;
}

const nothing = (value: unknown) => value === null || value === undefined || value === '';

const words = (key: string, value: unknown): string => {
  if (nothing(value)) return '空';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'number' && key.endsWith('Fen')) return `${formatFen(value)} 元`;
  if (Array.isArray(value)) return value.length === 0 ? '空' : value.map((v) => words(key, v)).join('、');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

function Changed({ label, before, after }: { label: string; before: string | undefined; after: string }) {
  return (
    <>
      {label}：
      {before === undefined ? null : (
        <>
          <del>{before}</del> →{' '}
        </>
      )}
      {before === undefined ? after : <ins>{after}</ins>}
    </>
  );
}

function Changes({ value }: CellProps) {
  const changes = Array.isArray(value) ? (value as Change[]) : [];
  if (changes.length === 0) return <span className="k-muted">—</span>;
  return (
    <span>
      {changes.map(({ key, label, ...change }, i) => {
        const before = nothing(change.before) ? undefined : words(key, change.before);
        const after = words(key, change.after);
        return (
          <span key={key} title={before === undefined ? `${label}：${after}` : `${label}：${before} → ${after}`}>
            {i > 0 ? '；' : ''}
            <Changed label={label} before={before} after={after} />
          </span>
        );
      })}
    </span>
  );
}

export default view({ cells: { changes: Changes } });
