/** What changed: in a line of the table in brief, in the drawer before and after side by side. */
import { type CellProps, view } from '../../../kit/console/view.ts';

interface Change {
  key: string;
  label: string;
  before: unknown;
  after: unknown;
}

const words = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '空';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value)) return value.length === 0 ? '空' : value.map(words).join('、');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

function Changes({ value }: CellProps) {
  const changes = Array.isArray(value) ? (value as Change[]) : [];
  if (changes.length === 0) return <span className="k-muted">—</span>;
  return (
    <span>
      {changes.map((change, i) => (
        <span key={change.key} title={`${change.label}：${words(change.before)} → ${words(change.after)}`}>
          {i > 0 ? '；' : ''}
          {change.label}：<del>{words(change.before)}</del> → <ins>{words(change.after)}</ins>
        </span>
      ))}
    </span>
  );
}

export default view({ cells: { changes: Changes } });
