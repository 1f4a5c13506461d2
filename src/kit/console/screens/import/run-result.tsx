/** Last step of an import: how far it is, and what became of it. */
import { Progress } from 'antd';
import type { ImportStatus } from './import-api.ts';

const outcomes: Record<ImportStatus['status'], string> = {
  CHECKED: '正在排队',
  RUNNING: '正在导入',
  FINISHED: '导入完成',
  FAILED: '导入中断，已导入的行保留',
  CANCELLED: '已停止，已导入的行保留',
};

export function RunResult({ status }: { status: ImportStatus | undefined }) {
  const percent = status && status.total > 0 ? Math.floor((status.done / status.total) * 100) : 0;
  const state = status?.status ?? 'RUNNING';
  return (
    <div className="k-import-run" aria-live="polite">
      <strong>{outcomes[state]}</strong>
      <Progress
        percent={state === 'FINISHED' ? 100 : percent}
        status={state === 'FAILED' ? 'exception' : state === 'FINISHED' ? 'success' : 'active'}
        aria-label="导入进度"
      />
      {status ? (
        <p>
          已处理 {status.done} / {status.total} 行，导入 {status.good} 行
          {status.bad > 0 ? <b className="k-negative">，{status.bad} 行没有导入</b> : null}
        </p>
      ) : null}
    </div>
  );
}
