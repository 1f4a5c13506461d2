/** What the batch pages of this domain share: large figures, the buttons of the state table, a record that is asked again while a job runs. */
import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError, post } from '../../../kit/console/http/client.ts';
import { download } from '../../../kit/console/http/download.ts';
import { replaceTab } from '../../../kit/console/nav/tabs-store.ts';
import { useTab } from '../../../kit/console/nav/use-tab.ts';
import { useActions } from '../../../kit/console/screens/list/use-actions.tsx';
import { type AnyRow, rowButtons } from '../../../kit/console/screens/logic/actions.ts';
import { pageKey } from '../../../kit/console/screens/query-keys.ts';
import { can } from '../../../kit/console/session/can.ts';
import { feedback } from '../../../kit/console/shell/feedback.tsx';
import type { AnyPage } from '../../../kit/define/page.ts';
import './consumption.css';

/** A figure in large digits. */
export function Figure({ label, children, unit }: { label: string; children: ReactNode; unit?: string }) {
  return (
    <div className="cn-figure">
      <span>{label}</span>
      <b>
        {children}
        {unit ? <small>{unit}</small> : null}
      </b>
    </div>
  );
}

const pollMs = 800;
const nothing = () => undefined;

/** The record of a page; asked every moment while `busy` says that a job is at work on it. */
export function useRecord<R extends AnyRow>(path: string, id: number, busy: (row: R) => boolean) {
  return useQuery({
    queryKey: [...pageKey(path), 'get', id, 'watched'],
    queryFn: ({ signal }) => post<R>(path, 'get', { id }, { signal }),
    enabled: Number.isSafeInteger(id) && id > 0,
    refetchInterval: (query) => (query.state.data && busy(query.state.data as R) ? pollMs : false),
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
  });
}

/** The record's buttons as its state allows them, with their dialogs; `hidden` names those that lead here. */
export function RecordButtons({
  path,
  spec,
  row,
  hidden,
}: {
  path: string;
  spec: AnyPage;
  row: AnyRow;
  hidden: readonly string[];
}) {
  const { run, overlays } = useActions(path, spec, nothing, nothing);
  const buttons = rowButtons(spec, row, (verb) => can(path, verb)).filter((b) => !hidden.includes(b.key));
  return (
    <>
      {buttons.map((button) => (
        <Button
          key={button.key}
          danger={button.tone === 'danger'}
          type={button.tone === 'danger' || button.tone === undefined ? 'default' : 'primary'}
          disabled={button.reason !== undefined}
          title={button.reason ?? ''}
          onClick={() => run(button, row)}
        >
          {button.label}
        </Button>
      ))}
      {overlays}
    </>
  );
}

/** 下载失败行: the lines that failed, with why. */
export function FailedRows({ path, id }: { path: string; id: number }) {
  const [busy, setBusy] = useState(false);
  const fetch = async () => {
    setBusy(true);
    try {
      await download(`${path}/failed_rows`, { id });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      feedback().message.error(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" loading={busy} onClick={() => void fetch()}>
      下载失败行
    </Button>
  );
}

/** Shows a watched record, or why it cannot be shown; names the tab after it. */
export function Watched<R extends AnyRow>({
  record,
  name,
  children,
}: {
  record: ReturnType<typeof useRecord<R>>;
  name: (row: R) => string;
  children: (row: R) => ReactNode;
}) {
  const tab = useTab();
  const title = record.data ? name(record.data) : undefined;
  useEffect(() => {
    if (title && title !== tab.title) replaceTab({ path: tab.path, query: tab.query }, { id: tab.id, title });
  }, [title, tab]);
  if (record.data) return children(record.data);
  if (record.isError)
    return (
      <Empty description={record.error.message} style={{ padding: 48 }}>
        <Button onClick={() => void record.refetch()}>重试</Button>
      </Empty>
    );
  // Nothing is being asked for: the address names no record.
  if (!record.isFetching) return <Empty description="请从列表中打开一条记录" style={{ padding: 48 }} />;
  return <Skeleton active className="k-page k-waiting" paragraph={{ rows: 8 }} />;
}
