/** What changed: in a line of the table in brief, in the drawer before and after side by side. */
import { type CellProps, view } from '../../../../kit/console/view.ts';
import { changesIn, changeWords, sidesOf } from '../change-words.ts';

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
  const changes = changesIn(value);
  if (changes.length === 0) return <span className="k-muted">—</span>;
  return (
    <span>
      {changes.map((change, i) => (
        <span key={change.key} title={changeWords(change)}>
          {i > 0 ? '；' : ''}
          <Changed label={change.label} {...sidesOf(change)} />
        </span>
      ))}
    </span>
  );
}

export default view({ cells: { changes: Changes } });
