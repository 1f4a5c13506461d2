/** A batch on its way: total in large digits, lines, approval, progress, result with what failed. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Input, Modal, Pagination, Progress, Segmented, Skeleton, Steps, Table } from 'antd';
import { useEffect, useState } from 'react';
import { ApiError, post } from '../../../../kit/console/http/client.ts';
import { download } from '../../../../kit/console/http/download.ts';
import { openTab, replaceTab } from '../../../../kit/console/nav/tabs-store.ts';
import { useTab } from '../../../../kit/console/nav/use-tab.ts';
import { newRequestKey } from '../../../../kit/console/screens/form/request-key.ts';
import { afterWrite } from '../../../../kit/console/screens/query-keys.ts';
import { can } from '../../../../kit/console/session/can.ts';
import { Facts } from '../../../../kit/console/widgets/detail-drawer.tsx';
import { MoneyText } from '../../../../kit/console/widgets/money-text.tsx';
import { StatusTag } from '../../../../kit/console/widgets/status-tag.tsx';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { type BatchEvent, type BatchStatus, batchMay, batchModes, batchStatuses } from '../states.ts';
import './batch.css';

interface Head {
  id: number;
  batchNo: string;
  name: string;
  mode: string;
  status: BatchStatus;
  filename: string | null;
  reason: string;
  restWay: string | null;
  totalCount: number;
  totalFen: number;
  leftOutCount: number;
  okCount: number;
  okFen: number;
  failCount: number;
  failFen: number;
  creatorName: string;
  own: boolean;
  auditorName: string | null;
  auditReason: string | null;
}

interface Line {
  lineNo: number;
  jobNumber: string;
  personName: string;
  amountFen: number;
  documentNo: string | null;
  reason: string;
  status: string;
}

const steps = ['选择', '校验', '审核', '执行', '结果'];
const stepOf: Record<BatchStatus, number> = {
  CHECKED: 1,
  SUBMITTED: 2,
  RUNNING: 3,
  DONE: 4,
  PART_FAILED: 4,
  CANCELLED: 4,
};
const lineStatuses = [
  { value: 'LEFT_OUT', label: '未列入', tone: 'warning' },
  { value: 'PENDING', label: '待执行', tone: 'info' },
  { value: 'DONE', label: '成功', tone: 'success' },
  { value: 'FAILED', label: '失败', tone: 'danger' },
] as const;
const pageSize = 50;

function Lines({ path, head }: { path: string; head: Head }) {
  const [group, setGroup] = useState<'good' | 'bad'>(head.failCount > 0 ? 'bad' : 'good');
  const [page, setPage] = useState(1);
  const count = group === 'good' ? head.totalCount - head.failCount : head.leftOutCount + head.failCount;
  const lines = useQuery({
    queryKey: [path, 'lines', head.id, group, page, head.status, head.okCount],
    queryFn: ({ signal }) => post<Line[]>(path, 'lines', { id: head.id, group, page }, { signal }),
  });
  return (
    <>
      <Segmented
        value={group}
        onChange={(value) => {
          setGroup(value as 'good' | 'bad');
          setPage(1);
        }}
        options={[
          { value: 'good', label: `可执行 ${head.totalCount - head.failCount} 人` },
          { value: 'bad', label: `未列入与失败 ${head.leftOutCount + head.failCount} 人` },
        ]}
      />
      <Button
        type="link"
        disabled={head.leftOutCount + head.failCount === 0}
        onClick={() => void download(`${path}/problems`, { id: head.id })}
      >
        下载未执行名单
      </Button>
      <Table<Line>
        size="small"
        rowKey="lineNo"
        loading={lines.isPending}
        dataSource={lines.data ?? []}
        pagination={false}
        columns={[
          { title: '行号', dataIndex: 'lineNo', width: 70 },
          { title: '工号', dataIndex: 'jobNumber', width: 130 },
          { title: '姓名', dataIndex: 'personName', width: 120 },
          {
            title: '金额（元）',
            dataIndex: 'amountFen',
            align: 'right',
            width: 120,
            render: (fen: number) => <MoneyText fen={fen} />,
          },
          {
            title: '结果',
            dataIndex: 'status',
            width: 90,
            render: (value: string) => <StatusTag choices={lineStatuses} value={value} />,
          },
          { title: '原因 / 单号', render: (_, line) => line.reason || line.documentNo || '—' },
        ]}
      />
      <Pagination
        size="small"
        style={{ marginTop: 8 }}
        current={page}
        pageSize={pageSize}
        total={count}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={setPage}
      />
    </>
  );
}

function Buttons({ path, head, onDone }: { path: string; head: Head; onDone: () => Promise<void> }) {
  const { message } = App.useApp();
  const [busy, setBusy] = useState<string>();
  const [asking, setAsking] = useState<'reject' | 'cancel'>();
  const [reason, setReason] = useState('');
  const act = async (verb: BatchEvent, done: string, body: object = {}) => {
    setBusy(verb);
    try {
      await post(path, verb, { id: head.id, ...body }, { requestKey: newRequestKey() });
      message.success(done);
      setAsking(undefined);
    } catch (error) {
      if (error instanceof ApiError) message.error(error.message);
    } finally {
      setBusy(undefined);
      await onDone();
    }
  };
  const shown = (event: BatchEvent) => batchMay(event, head.status) && can(path, event);
  return (
    <div data-part="form-actions" className="k-form-actions">
      <Button onClick={() => openTab(path)}>返回列表</Button>
      {shown('cancel') ? (
        <Button danger onClick={() => setAsking('cancel')}>
          作废
        </Button>
      ) : null}
      {shown('reject') && !head.own ? <Button onClick={() => setAsking('reject')}>退回</Button> : null}
      {shown('submit') ? (
        <Button
          type="primary"
          loading={busy === 'submit'}
          disabled={head.totalCount === 0}
          onClick={() => void act('submit', '已提交，等待另一人审核')}
        >
          提交 {formatFenGrouped(head.totalFen)} 元
        </Button>
      ) : null}
      {shown('approve') ? (
        <Button
          type="primary"
          loading={busy === 'approve'}
          disabled={head.own}
          title={head.own ? '须由另一人审核' : ''}
          onClick={() => void act('approve', '已审核通过，正在执行')}
        >
          审核通过 {formatFenGrouped(head.totalFen)} 元
        </Button>
      ) : null}
      {shown('retry') ? (
        <Button type="primary" loading={busy === 'retry'} onClick={() => void act('retry', '已开始重试')}>
          重试失败的 {head.failCount} 人
        </Button>
      ) : null}
      <Modal
        open={asking !== undefined}
        title={asking === 'cancel' ? '作废批次' : '退回批次'}
        okText="确定"
        okButtonProps={{ disabled: reason.trim() === '', loading: busy !== undefined }}
        onOk={() => asking && void act(asking, asking === 'cancel' ? '已作废' : '已退回', { reason })}
        onCancel={() => setAsking(undefined)}
      >
        <Input.TextArea
          aria-label="原因"
          rows={3}
          maxLength={100}
          placeholder="请填写原因"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Modal>
    </div>
  );
}

export function BatchPage({ path, id }: { path: string; id: number }) {
  const tab = useTab();
  const client = useQueryClient();
  const { data: head, error } = useQuery({
    queryKey: [path, 'progress', id],
    queryFn: ({ signal }) => post<Head>(path, 'progress', { id }, { signal, background: true }),
    refetchInterval: (query) => (query.state.data?.status === 'RUNNING' ? 1_000 : false),
    retry: false,
  });
  const name = head?.name;
  useEffect(() => {
    if (name && tab.title !== name) replaceTab({ path: tab.path, query: tab.query }, { id: tab.id, title: name });
  }, [name, tab]);
  if (error) return <Alert type="error" showIcon title={error.message} />;
  if (!head) return <Skeleton active className="k-page k-waiting" paragraph={{ rows: 8 }} />;
  const refund = path.includes('/refund/');
  const done = head.okCount + head.failCount;
  return (
    <div className="fb">
      <div className="fb-scroll">
        <section className="k-card" aria-label="批次">
          <div className="fb-head">
            <h1>{head.name}</h1>
            <StatusTag choices={batchStatuses} value={head.status} />
            <span className="k-muted">{head.batchNo}</span>
          </div>
          <Steps
            size="small"
            current={stepOf[head.status]}
            status={head.status === 'PART_FAILED' ? 'error' : head.status === 'DONE' ? 'finish' : 'process'}
            items={steps.map((title) => ({ title }))}
          />
        </section>
        {head.auditReason ? <Alert type="warning" showIcon title={`退回/作废原因：${head.auditReason}`} /> : null}
        <section className="k-card fb-total" aria-label="合计">
          <div>
            <small>{refund ? '退款合计（元）' : '充值合计（元）'}</small>
            <b>{formatFenGrouped(head.totalFen)}</b>
          </div>
          <div>
            <small>人数</small>
            <b>{head.totalCount}</b>
          </div>
          <div>
            <small>未列入</small>
            <b className={head.leftOutCount > 0 ? 'k-negative' : ''}>{head.leftOutCount}</b>
          </div>
          {stepOf[head.status] >= 3 && head.status !== 'CANCELLED' ? (
            <div className="fb-progress">
              <small>
                成功 {head.okCount} 人 {formatFenGrouped(head.okFen)} 元，失败 {head.failCount} 人{' '}
                {formatFenGrouped(head.failFen)} 元
              </small>
              <Progress
                percent={head.totalCount === 0 ? 100 : Math.floor((done / head.totalCount) * 100)}
                status={head.status === 'RUNNING' ? 'active' : head.failCount > 0 ? 'exception' : 'success'}
                aria-label="执行进度"
              />
            </div>
          ) : null}
        </section>
        <section className="k-card" aria-label="明细">
          <Lines key={`${head.status}`} path={path} head={head} />
        </section>
        <section className="k-card" aria-label="资料">
          <Facts
            facts={[
              { label: '方式', value: <StatusTag choices={batchModes} value={head.mode} /> },
              ...(head.filename ? [{ label: '表格', value: head.filename }] : []),
              ...(head.reason ? [{ label: '说明', value: head.reason }] : []),
              { label: '制单', value: head.creatorName },
              { label: '复核', value: head.auditorName ?? '—' },
              ...(refund && head.okCount > 0
                ? [
                    {
                      label: '退款单',
                      value: (
                        <button
                          type="button"
                          className="k-link"
                          onClick={() =>
                            openTab({ path: '/admin/organization/refund', query: { batchNo: head.batchNo } })
                          }
                        >
                          查看本批退款单，登记打款
                        </button>
                      ),
                    },
                  ]
                : []),
            ]}
          />
          <p className="k-help">
            {refund
              ? '执行后：微信、支付宝的未用部分原路退回；其余冻结，付款或登记打款后出账，可在退款页终止。'
              : '执行后如有差错：当天可在充值页逐单冲正，之后走退款。'}
          </p>
        </section>
      </div>
      <Buttons
        path={path}
        head={head}
        onDone={() => {
          afterWrite(client, path, [id]);
          return client.invalidateQueries({ queryKey: [path] });
        }}
      />
    </div>
  );
}
