/** A batch on its way: the check's figures and lines, handing in, approval, the run with its progress, the result. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Empty, Input, InputNumber, Modal, Progress, Skeleton, Steps } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { formatTime, today } from '../../../kit/console/clock.ts';
import { ApiError } from '../../../kit/console/http/client.ts';
import { download } from '../../../kit/console/http/download.ts';
import { openTab, replaceTab } from '../../../kit/console/nav/tabs-store.ts';
import { useTab } from '../../../kit/console/nav/use-tab.ts';
import { can } from '../../../kit/console/session/can.ts';
import { Facts } from '../../../kit/console/widgets/detail-drawer.tsx';
import { MoneyInput } from '../../../kit/console/widgets/money-input.tsx';
import { StatusTag } from '../../../kit/console/widgets/status-tag.tsx';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { batchKinds, batchModes, batchStatuses } from '../batch/batch-states.ts';
import { type BatchHead, readDepartments, readProgress, sendAction } from './batch-api.ts';
import { BatchLinesTable } from './batch-lines-table.tsx';

const busyMs = 1_000;
const stepTitles = ['选择', '校验', '核对提交', '审核', '执行', '结果'];
const stepOf: Record<BatchHead['status'], number> = {
  DRAFT: 1,
  CHECKED: 2,
  SUBMITTED: 3,
  APPROVED: 4,
  GRANTING: 4,
  GRANTED: 5,
  PART_FAILED: 5,
  EXPIRED: 5,
  VOID: 5,
};

/** Is a job at work, so that the page has to ask again? */
const working = (batch: BatchHead) =>
  (batch.status === 'DRAFT' && batch.error === null) ||
  batch.status === 'GRANTING' ||
  (batch.status === 'APPROVED' && batch.grantOn <= today());

export function BatchPage({ path, id }: { path: string; id: number }) {
  const tab = useTab();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [path, 'progress', id],
    queryFn: ({ signal }) => readProgress(path, id, signal),
    refetchInterval: (query) => (query.state.data && working(query.state.data.batch) ? busyMs : false),
  });
  const name = data?.batch.name;
  useEffect(() => {
    if (name && tab.title !== name) replaceTab({ path: tab.path, query: tab.query }, { id: tab.id, title: name });
  }, [name, tab]);
  if (error && !data)
    return (
      <Empty description={error.message} style={{ padding: 48 }}>
        <Button onClick={() => void refetch()}>重试</Button>
      </Empty>
    );
  if (!data) return <Skeleton active className="k-page k-waiting" paragraph={{ rows: 8 }} />;
  const { batch, groups } = data;
  const changed = async () => {
    await client.invalidateQueries({ queryKey: [path] });
    await refetch();
  };
  const stamp = `${batch.status}:${batch.postedCount}:${batch.failedCount}:${batch.totalCount}`;
  return (
    <div className="sb">
      <div className="sb-scroll">
        <section className="k-card" aria-label="批次">
          <div className="sb-head">
            <h1>{batch.name}</h1>
            <StatusTag choices={batchKinds} value={batch.kind} />
            <StatusTag choices={batchStatuses} value={batch.status} />
            <span className="k-muted">{batch.batchNo}</span>
          </div>
          <Steps
            size="small"
            current={stepOf[batch.status]}
            status={
              batch.status === 'PART_FAILED' || batch.error
                ? 'error'
                : batch.status === 'GRANTED'
                  ? 'finish'
                  : 'process'
            }
            items={stepTitles.map((title) => ({ title }))}
          />
        </section>
        {batch.error ? (
          <Alert
            type="error"
            showIcon
            title={`校验没有完成：${batch.error}`}
            description="请作废本批次，修改后重新建立。"
          />
        ) : null}
        {batch.auditReason ? (
          <Alert
            type="warning"
            showIcon
            title={`${batch.status === 'VOID' ? '作废原因' : '审核退回'}：${batch.auditReason}`}
          />
        ) : null}
        <Figures batch={batch} />
        <div className="sb-columns">
          <section className="k-card" aria-label="明细">
            <BatchLinesTable path={path} id={id} groups={groups} stamp={batch.status === 'GRANTING' ? 'run' : stamp} />
          </section>
          <div style={{ display: 'grid', gap: 12, alignContent: 'start' }}>
            <section className="k-card" aria-label="资料">
              <Facts
                facts={[
                  { label: '方式', value: <StatusTag choices={batchModes} value={batch.mode} />, wide: true },
                  ...(batch.kind === 'GRANT'
                    ? [
                        { label: '发放日', value: batch.grantOn, wide: true },
                        { label: '到期日', value: batch.expiresOn ?? '长期有效', wide: true },
                      ]
                    : []),
                  ...(batch.filename ? [{ label: '表格', value: batch.filename, wide: true }] : []),
                  ...(batch.reason ? [{ label: '说明', value: batch.reason, wide: true }] : []),
                  { label: '制单', value: batch.creatorName, wide: true },
                  {
                    label: '审核',
                    value: batch.auditorName
                      ? `${batch.auditorName} ${batch.auditedAt ? formatTime(batch.auditedAt) : ''}`
                      : '—',
                    wide: true,
                  },
                ]}
              />
            </section>
            <DepartmentSums path={path} id={id} stamp={`${batch.status === 'DRAFT'}:${batch.totalCount}`} />
          </div>
        </div>
      </div>
      <Foot path={path} batch={batch} onDone={changed} />
    </div>
  );
}

function Figure({ label, count, fen, bad }: { label: string; count: number; fen: number | null; bad?: boolean }) {
  return (
    <div className="sb-figure">
      <small>{label}</small>
      <b className={bad && count > 0 ? 'k-negative' : ''}>{count.toLocaleString('en-US')}</b>
      <span>笔{fen === null ? '' : `，${formatFenGrouped(fen)} 元`}</span>
    </div>
  );
}

function Figures({ batch }: { batch: BatchHead }) {
  const started = batch.postedCount + batch.failedCount > 0 || batch.status === 'GRANTING';
  const done = batch.postedCount + batch.failedCount;
  const difference = batch.sheetFen === null ? 0 : batch.sheetFen - batch.totalFen;
  return (
    <section className="k-card" aria-label="合计">
      <div className="sb-figures">
        {batch.sheetCount === null ? null : <Figure label="表格中" count={batch.sheetCount} fen={batch.sheetFen} />}
        <Figure label={started ? '审核合计' : '可执行'} count={batch.totalCount} fen={batch.totalFen} />
        {started ? <Figure label="已完成" count={batch.postedCount} fen={batch.postedFen} /> : null}
        {started ? <Figure label="失败" count={batch.failedCount} fen={batch.failedFen} bad /> : null}
        {started ? null : <Figure label="未列入（不执行）" count={batch.leftOutCount} fen={null} bad />}
      </div>
      {!started && difference !== 0 ? (
        <p className="k-help">
          表格合计与可执行合计相差 {formatFenGrouped(difference)} 元，是未列入的行，见下面各类原因。
        </p>
      ) : null}
      {started ? (
        <>
          <Progress
            percent={batch.totalCount === 0 ? 0 : Math.floor((done / batch.totalCount) * 100)}
            status={batch.status === 'GRANTING' ? 'active' : batch.failedCount > 0 ? 'exception' : 'success'}
            aria-label="执行进度"
          />
          <p className="k-help">
            审核合计 {formatFenGrouped(batch.totalFen)} = 已完成 {formatFenGrouped(batch.postedFen)} + 失败{' '}
            {formatFenGrouped(batch.failedFen)} + 未执行{' '}
            {formatFenGrouped(batch.totalFen - batch.postedFen - batch.failedFen)}
          </p>
        </>
      ) : null}
    </section>
  );
}

function DepartmentSums({ path, id, stamp }: { path: string; id: number; stamp: string }) {
  const { data } = useQuery({
    queryKey: [path, 'departments', id, stamp],
    queryFn: () => readDepartments(path, id),
  });
  if (!data || data.length === 0) return null;
  return (
    <section className="k-card sb-sums" aria-labelledby="sb-sums">
      <h2 id="sb-sums">各部门合计</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">部门</th>
            <th scope="col">笔数</th>
            <th scope="col">金额（元）</th>
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={row.departmentName}>
              <td>{row.departmentName}</td>
              <td>{row.count}</td>
              <td className="k-num">{formatFenGrouped(row.fen)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Asks for a reason before it sends. */
interface Ask {
  verb: string;
  title: string;
}

function Foot({ path, batch, onDone }: { path: string; batch: BatchHead; onDone: () => Promise<void> }) {
  const { message, modal } = App.useApp();
  const [busy, setBusy] = useState(false);
  const [ask, setAsk] = useState<Ask>();
  const [reason, setReason] = useState('');
  const [control, setControl] = useState<{ count: number | null; fen: number | string | null }>({
    count: null,
    fen: null,
  });

  const send = async (verb: string, body: Record<string, unknown>, done: string) => {
    setBusy(true);
    try {
      await sendAction(path, verb, { id: batch.id, ...body });
      message.success(done);
      await onDone();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      message.error(error.message, 6);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const confirm = (verb: string, title: string, done: string) =>
    modal.confirm({
      title,
      okText: '确认',
      cancelText: '取消',
      onOk: async () => {
        await send(verb, {}, done);
      },
    });
  const problems = async () => {
    try {
      await download(`${path}/problems`, { id: batch.id }, `${batch.batchNo}_未执行.xlsx`);
    } catch (error) {
      message.error(error instanceof ApiError ? error.message : '下载失败，请重试');
    }
  };
  const askFor = (verb: string, title: string) => {
    setReason('');
    setAsk({ verb, title });
  };

  const total = `${batch.totalCount} 笔，${formatFenGrouped(batch.totalFen)} 元`;
  const buttons: ReactNode[] = [];
  let why = '';
  if (batch.leftOutCount + batch.failedCount > 0)
    buttons.push(
      <Button key="problems" onClick={problems}>
        下载未执行的明细
      </Button>,
    );
  if (['DRAFT', 'CHECKED', 'SUBMITTED', 'APPROVED'].includes(batch.status) && can(path, 'void'))
    buttons.push(
      <Button key="void" danger onClick={() => askFor('void', '作废')}>
        作废
      </Button>,
    );
  if (batch.status === 'CHECKED') {
    if (can(path, 'recheck'))
      buttons.push(
        <Button key="recheck" onClick={() => void send('recheck', {}, '正在重新校验')}>
          重新校验
        </Button>,
      );
    if (can(path, 'submit')) {
      why = '请按自己手中的名单录入笔数和金额，一致才能提交';
      buttons.push(
        <span key="control" className="sb-control">
          <InputNumber
            aria-label="核对笔数"
            min={0}
            precision={0}
            placeholder="核对笔数"
            value={control.count}
            onChange={(count) => setControl({ ...control, count })}
          />
          <MoneyInput
            label="核对金额"
            placeholder="核对金额"
            value={control.fen}
            onChange={(fen) => setControl({ ...control, fen })}
          />
        </span>,
        <Button
          key="submit"
          type="primary"
          loading={busy}
          disabled={control.count === null || typeof control.fen !== 'number' || batch.totalCount === 0}
          onClick={() =>
            void send('submit', { controlCount: control.count, controlFen: control.fen }, '已提交，等待另一人审核')
          }
        >
          提交审核
        </Button>,
      );
    }
  }
  if (batch.status === 'SUBMITTED') {
    const mine = batch.own ? '制单人不能审核自己的批次' : '';
    why = mine || `审核合计：${total}`;
    if (can(path, 'reject'))
      buttons.push(
        <Button key="reject" disabled={batch.own} title={mine} onClick={() => askFor('reject', '退回')}>
          退回
        </Button>,
      );
    if (can(path, 'approve'))
      buttons.push(
        <Button
          key="approve"
          type="primary"
          loading={busy}
          disabled={batch.own}
          title={mine}
          onClick={() => confirm('approve', `审核通过：${total}？`, '已审核通过')}
        >
          审核通过
        </Button>,
      );
  }
  if (batch.status === 'APPROVED') why = `将于 ${batch.grantOn} 00:05 入账`;
  if (batch.status === 'GRANTING') {
    why = batch.stopRequested ? '正在停止' : '可以离开本页，执行在后台继续';
    if (can(path, 'stop') && !batch.stopRequested)
      buttons.push(
        <Button
          key="stop"
          danger
          onClick={() => confirm('stop', '停止执行？已完成的保留，其余记为失败，可以重试。', '正在停止')}
        >
          停止
        </Button>,
      );
  }
  if (batch.status === 'PART_FAILED' && can(path, 'retry'))
    buttons.push(
      <Button key="retry" type="primary" loading={busy} onClick={() => void send('retry', {}, '已开始重试')}>
        重试失败的 {batch.failedCount} 笔
      </Button>,
    );
  if (batch.kind === 'GRANT' && batch.postedCount > 0 && batch.status !== 'GRANTING')
    buttons.push(
      <Button
        key="return"
        onClick={() => openTab({ path: `${path}/form`, query: { kind: 'RETURN', sourceBatchId: String(batch.id) } })}
      >
        退补贴
      </Button>,
      <Button
        key="verify"
        onClick={() =>
          openTab({
            path: '/admin/organization/subsidy/verify_summary',
            query: { batchId: String(batch.id), grantOn: '*' },
          })
        }
      >
        核销
      </Button>,
    );
  return (
    <>
      <div className="k-card sb-foot" data-part="form-actions">
        <span className="sb-why">{why}</span>
        {buttons}
      </div>
      <Modal
        open={ask !== undefined}
        title={ask?.title}
        okText="确认"
        cancelText="取消"
        okButtonProps={{ danger: true, disabled: reason.trim() === '' }}
        confirmLoading={busy}
        onCancel={() => setAsk(undefined)}
        onOk={async () => {
          if (ask && (await send(ask.verb, { reason: reason.trim() }, `已${ask.title}`))) setAsk(undefined);
        }}
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
    </>
  );
}
