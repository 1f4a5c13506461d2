/** A handed-in batch of this domain: who asked and who decided, its lines in one table, the buttons of its definition. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Table, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { RecordButtons } from '../../../kit/console/batch/record-buttons.tsx';
import { BatchShown as Shown } from '../../../kit/console/batch/shown.tsx';
import { Watched } from '../../../kit/console/batch/watched.tsx';
import { formatTime } from '../../../kit/console/clock.ts';
import { post } from '../../../kit/console/http/client.ts';
import type { AnyRow } from '../../../kit/console/screens/logic/actions.ts';
import { pageKey } from '../../../kit/console/screens/query-keys.ts';
import type { Fact } from '../../../kit/console/widgets/detail-drawer.tsx';
import { MoneyText } from '../../../kit/console/widgets/money-text.tsx';
import { StatusTag } from '../../../kit/console/widgets/status-tag.tsx';
import type { Choice } from '../../../kit/define/field.ts';
import type { AnyPage } from '../../../kit/define/page.ts';
import './consumption.css';

/** What every batch says of itself. */
export interface BatchRow extends AnyRow {
  batchNo: string;
  status: string;
  postedCount: number;
  failedCount: number;
  auditorName: string;
  auditNote: string;
  createdAt: string;
  decidedAt: string | null;
  finishedAt: string | null;
}

/** The lines of a batch, asked again whenever its row has moved (`stamp`); '' asks nothing. */
export function useBatchLines<L>(path: string, id: number, stamp: string) {
  return useQuery({
    queryKey: [...pageKey(path), 'lines', id, stamp],
    queryFn: ({ signal }) => post<L[]>(path, 'lines', { id }, { signal }),
    enabled: stamp !== '',
    placeholderData: (before) => before,
  });
}

/** What every line of a batch says of its person. */
export interface BatchLine {
  id: number;
  personName: string;
  jobNumber: string | null;
}

const named: TableColumnsType<BatchLine> = [
  { title: '姓名', dataIndex: 'personName', width: 100 },
  { title: '工号', dataIndex: 'jobNumber', width: 110, render: (v: string | null) => v ?? '—' },
];

/** A column of amounts in fen. */
export const moneyColumn = (title: string, dataIndex: string, width: number) => ({
  title,
  dataIndex,
  width,
  align: 'right' as const,
  render: (fen: number | null) => <MoneyText fen={fen} />,
});

/** The lines of a batch: `before` and `after` who it is about. */
export function BatchLines<L extends BatchLine>({
  lines,
  before = [],
  after,
}: {
  lines: { data: L[] | undefined; isPending: boolean };
  before?: TableColumnsType<L>;
  after: TableColumnsType<L>;
}) {
  return (
    <Table<L>
      size="small"
      rowKey="id"
      loading={lines.isPending}
      dataSource={lines.data ?? []}
      pagination={{ pageSize: 50, showSizeChanger: false, hideOnSinglePage: true }}
      scroll={{ x: 'max-content' }}
      columns={[...before, ...(named as TableColumnsType<L>), ...after]}
    />
  );
}

const stepTitles = ['提交', '审核', '执行', '结果'];
const failed = ['PART_FAILED', 'REJECTED', 'CANCELLED'];

export function BatchShown<R extends BatchRow>(props: {
  path: string;
  spec: AnyPage;
  record: UseQueryResult<R, Error>;
  /** Name of the page, which the tab carries with the number. */
  name: string;
  title: (row: R) => string;
  statuses: readonly Choice[];
  /** 提交 0, 审核 1, 执行 2, 结果 3. */
  step: (status: string) => number;
  totals: (row: R) => ReactNode;
  lines: ReactNode;
  /** What stands before and after who asked and who decided. */
  facts: (row: R) => { before: Fact[]; asked: Fact; after?: Fact[] };
}) {
  const { path, spec, record, name, title, statuses, step, totals, lines, facts } = props;
  return (
    <Watched record={record} name={(row) => `${name} ${row.batchNo}`}>
      {(row) => {
        const { before, asked, after = [] } = facts(row);
        const audit = row.auditorName
          ? `${row.auditorName} ${row.decidedAt ? formatTime(row.decidedAt) : ''}`
          : row.auditNote || '—';
        const all: Fact[] = [
          ...before,
          asked,
          { label: '审核', value: audit },
          ...(row.auditorName && row.auditNote ? [{ label: '意见', value: row.auditNote }] : []),
          ...after,
          { label: '完成', value: row.finishedAt ? formatTime(row.finishedAt) : '—' },
        ];
        return (
          <Shown
            name={title(row)}
            tags={<StatusTag choices={statuses} value={row.status} />}
            batchNo={row.batchNo}
            steps={{
              titles: stepTitles,
              current: step(row.status),
              state: row.status === 'POSTED' ? 'finish' : failed.includes(row.status) ? 'error' : 'process',
            }}
            totals={totals(row)}
            lines={lines}
            facts={all}
            buttons={<RecordButtons path={path} spec={spec} row={row} hidden={['open']} />}
          />
        );
      }}
    </Watched>
  );
}
