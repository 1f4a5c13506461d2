/** The export centre: tasks with progress, how long their files are kept, and the download once finished. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Progress } from 'antd';
import { useEffect, useState } from 'react';
import { clock, formatTime } from '../clock.ts';
import { ApiError } from '../http/client.ts';
import {
  anyRunning,
  changeExport,
  type ExportTask,
  expiryText,
  hasFailed,
  listExports,
  seeExports,
  takeExport,
} from '../session/export-tasks.ts';
import { exportsSeen } from './export-watch.ts';
import { feedback } from './feedback.tsx';

const runningEveryMs = 1500;
const idleEveryMs = 30_000;

export default function ExportCentre({ onClose }: { onClose(): void }) {
  const tasks = useQuery({
    queryKey: ['exports'],
    queryFn: ({ signal }) => listExports(signal),
    refetchInterval: (query) => (anyRunning(query.state.data ?? []) ? runningEveryMs : idleEveryMs),
    staleTime: 0,
  });
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), idleEveryMs);
    return () => clearInterval(timer);
  }, []);
  // Whatever is finished while it is open has been seen: the badge counts what is new.
  const finished = tasks.data?.filter(({ finish }) => finish).length ?? 0;
  useEffect(() => {
    if (finished > 0) seeExports().then(exportsSeen, () => undefined);
  }, [finished]);
  return (
    <Drawer open title="导出中心" size={460} onClose={onClose} destroyOnHidden>
      {tasks.isPending ? <p className="oc-quiet">正在载入…</p> : null}
      {tasks.isError ? (
        <p className="oc-quiet" role="alert">
          {tasks.error.message}{' '}
          <Button size="small" onClick={() => void tasks.refetch()}>
            重试
          </Button>
        </p>
      ) : null}
      {tasks.data?.length === 0 ? (
        <p className="oc-quiet">还没有导出任务。在列表上方点「导出」，文件生成后在这里下载。</p>
      ) : null}
      <ul className="oc-exports">
        {tasks.data?.map((task) => (
          <Task key={task.id} task={task} now={now} />
        ))}
      </ul>
    </Drawer>
  );
}

function Task({ task, now }: { task: ExportTask; now: number }) {
  const [busy, setBusy] = useState(false);
  const failed = hasFailed(task);
  const expiry = expiryText(task.delAt, now);
  const client = useQueryClient();
  const guarded = async (work: () => Promise<void>, otherwise: string) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      feedback().message.error(error instanceof ApiError ? error.message : otherwise);
    } finally {
      setBusy(false);
    }
  };
  const take = () => guarded(() => takeExport(task), '下载失败，请稍后再试');
  const change = (verb: 'cancel' | 'retry') =>
    guarded(async () => {
      await changeExport(task, verb);
      await client.invalidateQueries({ queryKey: ['exports'] });
    }, '操作失败，请稍后再试');
  return (
    <li data-export={task.id}>
      <div className="oc-export-words">
        <b title={task.filename}>{task.filename}</b>
        <small>
          {formatTime(task.createdAt)}
          {task.finish && expiry ? ` · ${expiry}` : ''}
        </small>
        {task.status === 'CANCELLED' ? (
          <small>已取消</small>
        ) : failed ? (
          <small className="oc-danger">生成失败{task.error ? `：${task.error}` : ''}</small>
        ) : null}
        {!task.finish && !failed ? (
          <Progress percent={Math.round(task.progress ?? 0)} size="small" aria-label={`${task.filename} 生成进度`} />
        ) : null}
      </div>
      {task.finish ? (
        <Button size="small" type="primary" disabled={expiry === '已过期'} loading={busy} onClick={() => void take()}>
          下载
        </Button>
      ) : (
        <Button size="small" loading={busy} onClick={() => void change(failed ? 'retry' : 'cancel')}>
          {failed ? '重新生成' : '取消'}
        </Button>
      )}
    </li>
  );
}
