/** The page of one record, at `/record?id=`: what the drawer shows, with an address of its own. */
import { Skeleton } from 'antd';
import { useEffect } from 'react';
import { replaceTab } from '../../nav/tabs-store.ts';
import { useTab } from '../../nav/use-tab.ts';
import { canonicalPath } from '../../registry/find-page.ts';
import { can } from '../../session/can.ts';
import { RecordFailed } from '../form/record-failed.tsx';
import { rowName } from '../list/row-name.ts';
import { useActions } from '../list/use-actions.tsx';
import { type AnyRow, rowButtons } from '../logic/actions.ts';
import type { ScreenProps } from '../screen-props.ts';
import { RecordBody } from './record-body.tsx';
import { RecordButtons } from './record-buttons.tsx';
import { useRecord } from './use-record.ts';

const nothing = () => undefined;

export default function RecordScreen({ path, spec, view }: ScreenProps) {
  const tab = useTab();
  const id = Number(tab.query.id);
  const actions = useActions(path, spec, nothing, nothing);
  const record = useRecord(path, spec, id);
  const row = record.data;
  const title = row ? `${spec.title} · ${rowName(spec, row)}` : undefined;
  useEffect(() => {
    if (title && title !== tab.title) replaceTab({ path: tab.path, query: tab.query }, { id: tab.id, title });
  }, [title, tab]);
  if (record.isError) return <RecordFailed error={record.error} onRetry={() => void record.refetch()} />;
  if (!row) return <Skeleton active className="k-page k-waiting" paragraph={{ rows: 8 }} />;
  const host = {
    buttonsOf: (of: AnyRow) => rowButtons(spec, of, (verb, at = path) => can(canonicalPath(at), verb)),
    run: actions.run,
  };
  return (
    <div className="k-page">
      <article className="k-card k-record">
        <header className="k-record-head">
          <h1>{title}</h1>
          <span className="k-drawer-buttons">
            <RecordButtons host={host} row={row} />
          </span>
        </header>
        <RecordBody path={path} spec={spec} row={row} view={view} />
      </article>
      {actions.overlays}
    </div>
  );
}
