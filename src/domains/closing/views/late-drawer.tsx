/** 月结后补记: records of a closed month that came late, with the day they belong to and the day they are booked on. */
import { useQuery } from '@tanstack/react-query';
import { Alert, Drawer, Table } from 'antd';
import { useState } from 'react';
import { formatTime } from '../../../kit/console/clock.ts';
import { post } from '../../../kit/console/http/client.ts';
import { pageKey } from '../../../kit/console/screens/query-keys.ts';
import { MoneyText } from '../../../kit/console/widgets/money-text.tsx';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { LateRecord, LateRecords } from '../closing-state.ts';

function Late({ path, month }: { path: string; month: string }) {
  const [page, setPage] = useState(1);
  const { data, error, isPending } = useQuery({
    queryKey: [...pageKey(path), 'late', month, page],
    queryFn: ({ signal }) => post<LateRecords>(path, 'late', { month, page }, { signal }),
  });
  if (error) return <Alert type="error" showIcon title={error.message} />;
  return (
    <>
      <p className="k-help">
        这些记录发生在 {month}，在月结之后才上传或登记，记入当时第一个未月结的营业日；{month} 的封存与合计不变。
      </p>
      <Table<LateRecord>
        size="small"
        rowKey="id"
        loading={isPending}
        dataSource={data?.rows ?? []}
        scroll={{ x: 860 }}
        pagination={{
          current: page,
          pageSize: data?.pageSize ?? 50,
          total: data?.count ?? 0,
          onChange: setPage,
          hideOnSinglePage: true,
          showSizeChanger: false,
          size: 'small',
        }}
        columns={[
          {
            title: '姓名',
            width: 110,
            render: (_, row) => (
              <>
                <div>{row.personName}</div>
                <div className="k-muted">{row.jobNumber}</div>
              </>
            ),
          },
          {
            title: '业务',
            render: (_, row) => (
              <>
                <div>{row.what}</div>
                {row.detail ? <div className="k-muted">{row.detail}</div> : null}
              </>
            ),
          },
          {
            title: '余额增减（元）',
            dataIndex: 'netFen',
            align: 'right',
            width: 120,
            render: (fen: number) => <MoneyText fen={fen} />,
          },
          {
            title: '发生（所属营业日）',
            width: 170,
            render: (_, row) => (
              <>
                <div>{row.occurredDate}</div>
                <div className="k-muted">{formatTime(row.occurredAt)}</div>
              </>
            ),
          },
          {
            title: '入账（记入营业日）',
            width: 170,
            render: (_, row) => (
              <>
                <div>{row.businessDate}</div>
                <div className="k-muted">{formatTime(row.recordedAt)}</div>
              </>
            ),
          },
        ]}
        summary={() =>
          data ? (
            <Table.Summary.Row>
              <Table.Summary.Cell index={0} colSpan={2}>
                <b>全部合计 {data.count.toLocaleString('zh-CN')} 笔</b>
              </Table.Summary.Cell>
              <Table.Summary.Cell index={1} align="right">
                <b>{formatFenGrouped(data.netFen)}</b>
              </Table.Summary.Cell>
              <Table.Summary.Cell index={2} colSpan={2} />
            </Table.Summary.Row>
          ) : null
        }
      />
    </>
  );
}

/** Open while a month is given. */
export function LateDrawer({ path, month, onClose }: { path: string; month: string | undefined; onClose: () => void }) {
  return (
    <Drawer open={month !== undefined} title={`${month ?? ''} 月结后补记`} size={900} destroyOnHidden onClose={onClose}>
      {month ? <Late path={path} month={month} /> : null}
    </Drawer>
  );
}
