/** Details of a row beside its list, with the row's own buttons and the way to its page. */
import type { AnyPage } from '../../../define/page.ts';
import { Link } from '../../nav/link.tsx';
import type { View } from '../../view.ts';
import { DetailDrawer } from '../../widgets/detail-drawer.tsx';
import { useFocusBack } from '../form/focus.ts';
import type { AnyRow } from '../logic/actions.ts';
import { RecordBody } from '../record/record-body.tsx';
import { RecordButtons } from '../record/record-buttons.tsx';
import { useRecord } from '../record/use-record.ts';
import type { RowActionsHost } from './row-actions.tsx';
import { rowName } from './row-name.ts';

interface Props {
  path: string;
  spec: AnyPage;
  row: AnyRow;
  view: View | undefined;
  buttons: RowActionsHost;
  onClose: () => void;
}

export default function RecordDrawer({ path, spec, row, view, buttons, onClose }: Props) {
  const record = useRecord(path, spec, row.id);
  useFocusBack();
  // The row stands in while the record comes, and for pages that keep no more than their rows.
  const values: AnyRow = { ...row, ...record.data };
  return (
    <DetailDrawer
      title={`${spec.title} · ${rowName(spec, values)}`}
      open
      onClose={onClose}
      extra={
        <span className="k-drawer-buttons">
          <RecordButtons host={buttons} row={values} onRun={onClose} />
          <Link to={{ path: `${path}/record`, query: { id: row.id } }} onClick={onClose}>
            打开整页
          </Link>
        </span>
      }
    >
      <RecordBody path={path} spec={spec} row={values} view={view} />
    </DetailDrawer>
  );
}
