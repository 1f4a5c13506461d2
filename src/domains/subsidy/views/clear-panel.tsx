/** What is due to be cleared, by rule, with the button that does it; and how the last runs went. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Input, Modal, Progress } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { formatTime } from '../../../kit/console/clock.ts';
import { ApiError, post } from '../../../kit/console/http/client.ts';
import { newRequestKey } from '../../../kit/console/screens/form/request-key.ts';
import { afterWrite, pageKey } from '../../../kit/console/screens/query-keys.ts';
import { can } from '../../../kit/console/session/can.ts';
import type { SlotProps } from '../../../kit/console/view.ts';
import { RefSelect } from '../../../kit/console/widgets/ref-select.tsx';
import { clearFlow } from '../clearing/run-states.ts';
import type { DueGroup, RunProgress } from '../clearing/shapes.ts';
import { inMeals, inMoney } from '../units.ts';

/** Where batches are chosen from. */
const moneySource = '/admin/organization/subsidy/batch_recharge';
const mealSource = '/admin/organization/count_subsidy/batch_recharge';

interface Due {
  groups: DueGroup[];
  runs: RunProgress[];
}

const sum = (groups: readonly DueGroup[], key: 'lots' | 'people' | 'beforeFen' | 'clearedFen' | 'carriedFen') =>
  groups.reduce((total, group) => total + group[key], 0);

/** What the page at `path` counts in. */
const unitAt = (path: string) => (path.startsWith(`${inMeals.path}/`) ? inMeals : inMoney);

/** Sits above the table of 补贴清零明细. */
export function ClearPanel({ path }: SlotProps) {
  const unit = unitAt(path);
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: [...pageKey(path), 'due', null],
    queryFn: () => post<Due>(path, 'due', {}, { background: true }),
    refetchInterval: (query) => (query.state.data?.runs.some((run) => run.status === 'RUNNING') ? 1_000 : false),
  });
  const running = data?.runs.find((run) => run.status === 'RUNNING');
  const runs = running !== undefined;
  const ran = useRef(runs);
  useEffect(() => {
    // A run that is over has left lines in the list below.
    if (ran.current && !runs) void afterWrite(client, path, []);
    ran.current = runs;
  }, [runs, client, path]);
  if (!data) return null;
  const waiting = data.runs.find((run) => run.status === 'SUBMITTED');
  const last = data.runs.find((run) => run.status === 'DONE' || run.status === 'STOPPED');
  const lots = sum(data.groups, 'lots');
  return (
    <div className="sb-clear">
      {running ? (
        <>
          <span>正在清零 {running.runNo}</span>
          <Progress
            style={{ width: 240 }}
            percent={running.total === 0 ? 0 : Math.floor((running.done / running.total) * 100)}
            status="active"
            aria-label="清零进度"
          />
        </>
      ) : (
        <span>
          {lots === 0
            ? `没有到期未清的${unit.noun}。`
            : `已到期未清 ${lots} 笔 ${unit.said(sum(data.groups, 'beforeFen'))}，每天 04:20 自动清零。`}
        </span>
      )}
      {waiting ? (
        <WaitingRun
          path={path}
          run={waiting}
          onDone={() => {
            void afterWrite(client, path, []);
          }}
        />
      ) : null}
      {last && !running && !waiting ? (
        <span className="k-muted">
          最近一次 {formatTime(last.createdAt).slice(0, 16)}：清零 {unit.said(last.clearedFen)}，结转{' '}
          {unit.said(last.carriedFen)}
          {last.failed > 0 ? `，${last.failed} 笔未清` : ''}
        </span>
      ) : null}
      <span className="k-spacer" />
      {can(path, 'clear') && !running && !waiting ? <Button onClick={() => setOpen(true)}>清零</Button> : null}
      {open ? (
        <ClearDialog
          path={path}
          onClose={(done) => {
            setOpen(false);
            if (!done) return;
            void afterWrite(client, path, []);
          }}
        />
      ) : null}
    </div>
  );
}

/** A clearing that waits for a second person. */
function WaitingRun({ path, run, onDone }: { path: string; run: RunProgress; onDone: () => void }) {
  const unit = unitAt(path);
  const { message, modal } = App.useApp();
  // What it would take now: people go on spending while it waits.
  const due = useQuery({
    queryKey: [...pageKey(path), 'due', run.batchId],
    queryFn: () => post<Due>(path, 'due', { batchId: run.batchId }),
  });
  const groups = due.data?.groups ?? [];
  const figures = `${sum(groups, 'lots')} 笔，清零 ${unit.said(sum(groups, 'clearedFen'))}，结转 ${unit.said(sum(groups, 'carriedFen'))}`;
  const decide = async (accept: boolean) => {
    try {
      await post(path, 'decide_clear', { id: run.id, accept }, { requestKey: newRequestKey() });
      message.success(accept ? '已审核通过，开始清零' : '已驳回');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      message.error(error.message, 6);
    }
    onDone();
  };
  const wrongHand = clearFlow.wrongHand('approve', run);
  return (
    <>
      <span>
        {run.makerName} 申请清零（{run.reason}）：现有 {figures}，等待另一人审核
      </span>
      {can(path, 'decide_clear') ? (
        <>
          <Button onClick={() => void decide(false)}>{run.mine ? '撤回' : '驳回'}</Button>
          <Button
            type="primary"
            disabled={wrongHand !== undefined}
            title={wrongHand ?? ''}
            onClick={() =>
              modal.confirm({
                title: `审核通过：${figures}？`,
                content: '按审核时的剩余清零，之后可逐笔恢复。',
                okText: '确定',
                cancelText: '取消',
                onOk: () => decide(true),
              })
            }
          >
            审核通过
          </Button>
        </>
      ) : null}
    </>
  );
}

function ClearDialog({ path, onClose }: { path: string; onClose: (done: boolean) => void }) {
  const unit = unitAt(path);
  const { message } = App.useApp();
  const [batchId, setBatchId] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const due = useQuery({
    queryKey: [...pageKey(path), 'due', batchId],
    queryFn: () => post<Due>(path, 'due', { batchId }),
  });
  const groups = due.data?.groups ?? [];
  const run = async () => {
    setBusy(true);
    try {
      const body = { batchId, reason: reason.trim() };
      const { waiting } = await post<{ waiting: boolean }>(path, 'clear', body, { requestKey: newRequestKey() });
      message.success(waiting ? '已提交，等待另一人审核' : '已开始清零，可以在本页看到进度');
      onClose(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      message.error(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`${unit.noun}清零`}
      width={640}
      okText={`清零 ${unit.said(sum(groups, 'clearedFen'))}`}
      cancelText="取消"
      okButtonProps={{ danger: true, disabled: groups.length === 0 || reason.trim() === '' }}
      confirmLoading={busy}
      onOk={run}
      onCancel={() => onClose(false)}
    >
      <p className="k-dialog-note">
        不选批次则清零全部已到期的{unit.noun}；选了批次则把该批的剩余全部清零，不结转。清零后可逐笔恢复。合计超过{' '}
        {unit.aloneText}的须由另一人审核。
      </p>
      <RefSelect
        label="批次"
        source={unit.purse === 'COUNT' ? mealSource : moneySource}
        value={batchId}
        placeholder={`全部已到期的${unit.noun}`}
        onChange={(value) => setBatchId(typeof value === 'number' ? value : null)}
      />
      <div className="sb-sums" style={{ margin: '12px 0' }}>
        <table>
          <thead>
            <tr>
              <th scope="col">规则</th>
              <th scope="col">人数</th>
              <th scope="col">清零前（{unit.sign}）</th>
              <th scope="col">清零（{unit.sign}）</th>
              <th scope="col">结转（{unit.sign}）</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={group.ruleName}>
                <td>{group.ruleName}</td>
                <td>{group.people}</td>
                <td className="k-num">{unit.digits(group.beforeFen)}</td>
                <td className="k-num">{unit.digits(group.clearedFen)}</td>
                <td className="k-num">{unit.digits(group.carriedFen)}</td>
              </tr>
            ))}
            <tr>
              <td>合计</td>
              <td>{sum(groups, 'people')}</td>
              <td className="k-num">{unit.digits(sum(groups, 'beforeFen'))}</td>
              <td className="k-num">{unit.digits(sum(groups, 'clearedFen'))}</td>
              <td className="k-num">{unit.digits(sum(groups, 'carriedFen'))}</td>
            </tr>
          </tbody>
        </table>
      </div>
      <Input.TextArea
        aria-label="清零原因"
        rows={2}
        maxLength={100}
        placeholder="请填写清零原因"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}
