/** Nothing, waiting, failed: three different things, each with the next step. */
import { Button } from 'antd';
import type { ReactNode } from 'react';

/** There is no record at all yet. */
export function NoneYet({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="k-empty">
      <strong>「{title}」还没有记录</strong>
      {children ? <p>{children}</p> : null}
    </div>
  );
}

/** There are records, but none for this filter. */
export function NoneFound({ filter, onClear }: { filter: string; onClear: () => void }) {
  return (
    <div className="k-empty">
      <strong>没有符合条件的记录</strong>
      <p>当前条件：{filter}</p>
      <Button onClick={onClear}>清空条件</Button>
    </div>
  );
}

export function Failed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="k-empty k-failed" role="alert">
      <strong>没有加载出来</strong>
      <p>{message}</p>
      <Button type="primary" onClick={onRetry}>
        重试
      </Button>
    </div>
  );
}

/** Bars in the shape of a table. */
export function TableSkeleton({ columns }: { columns: number }) {
  return (
    <div className="k-skeleton" aria-busy="true" aria-label="正在加载" role="status">
      {Array.from({ length: 11 }, (_, row) => (
        <div key={row} style={{ gridTemplateColumns: `repeat(${Math.min(8, Math.max(3, columns))}, 1fr)` }}>
          {Array.from({ length: Math.min(8, Math.max(3, columns)) }, (_, cell) => (
            <i key={cell} style={{ width: `${45 + ((row * 7 + cell * 13) % 40)}%` }} />
          ))}
        </div>
      ))}
    </div>
  );
}
