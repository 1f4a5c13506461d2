/** A record that is asked again every moment while a job is at work on it, and gives its tab its name. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { ApiError, post } from '../http/client.ts';
import { replaceTab } from '../nav/tabs-store.ts';
import { useTab } from '../nav/use-tab.ts';
import { pageKey } from '../screens/query-keys.ts';

const pollMs = 1_000;

/** The answer of `verb` for this record; asked again while `busy` says so. An `id` that is none asks nothing. */
export function useWatched<R>(
  path: string,
  verb: string,
  id: number,
  busy: (answer: R) => boolean,
): UseQueryResult<R, Error> {
  return useQuery({
    queryKey: [...pageKey(path), verb, id, 'watched'],
    queryFn: ({ signal }) => post<R>(path, verb, { id }, { signal, background: true }),
    enabled: Number.isSafeInteger(id) && id > 0,
    refetchInterval: (query) => (query.state.data && busy(query.state.data as R) ? pollMs : false),
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
  });
}

/** Shows a watched record, or why it cannot be shown; names the tab after it. */
export function Watched<R>(props: {
  record: UseQueryResult<R, Error>;
  name: (answer: R) => string;
  children: (answer: R) => ReactNode;
}) {
  const { record, name, children } = props;
  const tab = useTab();
  const title = record.data ? name(record.data) : undefined;
  useEffect(() => {
    if (title && title !== tab.title) replaceTab({ path: tab.path, query: tab.query }, { id: tab.id, title });
  }, [title, tab]);
  if (record.data) return children(record.data);
  if (record.isError)
    return (
      <div role="alert">
        <Empty description={record.error.message} style={{ padding: 48 }}>
          <Button onClick={() => void record.refetch()}>重试</Button>
        </Empty>
      </div>
    );
  // Nothing is being asked for: the address names no record.
  if (!record.isFetching) return <Empty description="请从列表中打开一条记录" style={{ padding: 48 }} />;
  return <Skeleton active className="k-page k-waiting" paragraph={{ rows: 8 }} />;
}
