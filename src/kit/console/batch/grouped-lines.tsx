/** The lines of a batch by what became of them, fifty at a time. */
import { useQuery } from '@tanstack/react-query';
import { Pagination, Segmented, Table, type TableColumnsType } from 'antd';
import { type ReactNode, useState } from 'react';
import { post } from '../http/client.ts';
import { pageKey } from '../screens/query-keys.ts';
import './batch.css';

/** As many as the page's `lines` verb answers at a time. */
const pageSize = 50;

export interface LineGroup<G extends string> {
  value: G;
  label: string;
  count: number;
}

export function GroupedLines<L extends object, G extends string>(props: {
  path: string;
  id: number;
  /** Changes when the lines do. */
  stamp: string;
  groups: readonly LineGroup<G>[];
  /** The group that shows before one is chosen. */
  first: G | undefined;
  rowKey: string & keyof L;
  columns: (group: G, lines: readonly L[]) => TableColumnsType<L>;
  /** At the end of the bar. */
  aside: (group: LineGroup<G>) => ReactNode;
}) {
  const { path, id, stamp, groups, rowKey, columns, aside } = props;
  const [chosen, setChosen] = useState<G>();
  const [page, setPage] = useState(1);
  const group = groups.find((g) => g.value === chosen) ?? groups.find((g) => g.value === props.first);
  const lines = useQuery({
    queryKey: [...pageKey(path), 'lines', id, group?.value, page, stamp],
    queryFn: ({ signal }) => post<L[]>(path, 'lines', { id, group: group?.value, page }, { signal }),
    enabled: group !== undefined,
    placeholderData: (before) => before,
  });
  if (!group) return <p className="k-muted">没有明细</p>;
  const shown = lines.data ?? [];
  return (
    <>
      <div className="kb-bar">
        <Segmented<G>
          aria-label="显示哪些明细"
          value={group.value}
          options={groups.map(({ value, label }) => ({ value, label }))}
          onChange={(next) => {
            setChosen(next);
            setPage(1);
          }}
        />
        <span className="k-spacer" />
        {aside(group)}
      </div>
      <Table<L>
        rowKey={rowKey}
        size="small"
        loading={lines.isPending || (lines.isFetching && lines.isPlaceholderData)}
        dataSource={shown}
        pagination={false}
        columns={columns(group.value, shown)}
      />
      <Pagination
        className="kb-pages"
        size="small"
        align="end"
        current={page}
        pageSize={pageSize}
        total={group.count}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={setPage}
      />
    </>
  );
}
