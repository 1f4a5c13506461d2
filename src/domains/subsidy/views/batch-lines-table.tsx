/** The lines of a batch by what became of them, fifty at a time. */
import { useQuery } from '@tanstack/react-query';
import { Pagination, Segmented, Table } from 'antd';
import { useState } from 'react';
import { Link } from '../../../kit/console/nav/link.tsx';
import { MoneyText } from '../../../kit/console/widgets/money-text.tsx';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { type BatchLine, type GroupCount, type LineGroup, lineGroups } from '../batch/line-shapes.ts';
import { readLines } from './batch-api.ts';

const pageSize = 50;

export function BatchLinesTable({
  path,
  id,
  groups,
  stamp,
}: {
  path: string;
  id: number;
  groups: readonly GroupCount[];
  /** Changes when the lines do. */
  stamp: string;
}) {
  const present = lineGroups.filter((g) => groups.some((one) => one.group === g.value));
  const [chosen, setChosen] = useState<LineGroup>();
  const [page, setPage] = useState(1);
  const group = present.find((g) => g.value === chosen)?.value ?? present[0]?.value;
  const count = groups.find((one) => one.group === group);
  const lines = useQuery({
    queryKey: [path, 'lines', id, group, page, stamp],
    queryFn: () => readLines(path, id, group as LineGroup, page),
    enabled: group !== undefined,
    placeholderData: (before) => before,
  });
  if (group === undefined) return <p className="k-muted">没有明细</p>;
  const good = group === 'PENDING' || group === 'POSTED';
  return (
    <>
      <div className="sb-lines">
        <Segmented<LineGroup>
          aria-label="显示哪些明细"
          value={group}
          options={present.map((g) => ({
            value: g.value,
            label: `${g.label} ${groups.find((one) => one.group === g.value)?.count ?? 0}`,
          }))}
          onChange={(next) => {
            setChosen(next);
            setPage(1);
          }}
        />
        <span className="k-spacer" />
        <span className="k-muted">
          {count?.count ?? 0} 笔，{formatFenGrouped(count?.fen ?? 0)} 元
        </span>
      </div>
      <Table<BatchLine>
        rowKey="id"
        size="small"
        loading={lines.isFetching && lines.isPlaceholderData}
        dataSource={lines.data ?? []}
        pagination={false}
        scroll={{ y: 360 }}
        columns={[
          { title: '行号', dataIndex: 'lineNo', width: 70, align: 'right' },
          { title: '姓名', dataIndex: 'personName', width: 110 },
          {
            title: '工号',
            dataIndex: 'jobNumber',
            width: 120,
            render: (value: string) =>
              value ? <Link to={{ path: '/admin/organization/user', query: { keyword: value } }}>{value}</Link> : '—',
          },
          { title: '部门', dataIndex: 'departmentName', width: 150, ellipsis: true },
          { title: '类别', dataIndex: 'typeName', width: 100, ellipsis: true },
          {
            title: '金额（元）',
            dataIndex: 'amountFen',
            width: 110,
            align: 'right',
            render: (fen: number) => <MoneyText fen={fen} />,
          },
          ...(good
            ? lines.data?.some((line) => line.units !== null)
              ? [{ title: '天数/班次', dataIndex: 'units', width: 90, align: 'right' as const }]
              : []
            : [
                {
                  title: '原因',
                  dataIndex: 'reason',
                  render: (text: string) => <span className="k-negative">{text}</span>,
                },
              ]),
        ]}
      />
      {(count?.count ?? 0) > pageSize ? (
        <Pagination
          size="small"
          align="end"
          style={{ marginTop: 10 }}
          current={page}
          pageSize={pageSize}
          showSizeChanger={false}
          total={count?.count ?? 0}
          onChange={setPage}
        />
      ) : null}
    </>
  );
}
