/** The export centre: tasks with progress, how long their files are kept, and the download once finished. */
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Progress } from 'antd';
import { useEffect, useState } from 'react';
import { clock, formatTime } from '../clock.ts';
import { ApiError } from '../http/client.ts';
import {
  anyRunning,
  type ExportTask,
  expiryText,
  hasFailed,
  listExports,
  takeExport,
} from '../session/export-tasks.ts';
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
  const take = async () => {
    setBusy(true);
    try {
      await takeExport(task);
    } catch (error) {
      feedback().message.error(error instanceof ApiError ? error.message : '下载失败，请稍后再试');
    } finally {
      setBusy(false);
    }
  };
  return (
    <li data-export={task.id}>
      <div className="oc-export-words">
        <b title={task.filename}>{task.filename}</b>
        <small>
          {formatTime(task.createdAt)}
          {task.finish && expiry ? ` · ${expiry}` : ''}
        </small>
        {failed ? <small className="oc-danger">生成失败{task.error ? `：${task.error}` : ''}</small> : null}
        {!task.finish && !failed ? (
          <Progress percent={Math.round(task.progress ?? 0)} size="small" aria-label={`${task.filename} 生成进度`} />
        ) : null}
      </div>
      <Button
        size="small"
        type={task.finish ? 'primary' : 'default'}
        disabled={!task.finish || expiry === '已过期'}
        loading={busy}
        onClick={() => void take()}
      >
        {task.finish ? '下载' : failed ? '未生成' : '生成中'}
      </Button>
    </li>
  );
}
