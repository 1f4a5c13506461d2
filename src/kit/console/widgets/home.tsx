/** What home pages are laid out with: the work list, rows of figures, cards with a heading, small tables. */
import { Button, Empty, Skeleton } from 'antd';
import { type ReactNode, useId } from 'react';
import { Link } from '../nav/link.tsx';
import './home.css';
import './widgets.css';

/** One thing that waits, with how many; without a path there is no page for it (the hint says who deals with it). */
export interface WorkItem {
  label: string;
  count: number;
  hint: string;
  path?: string | undefined;
  query?: Readonly<Record<string, string>> | undefined;
}

/** Change in percent; null when there is nothing to compare with. */
export const changePercent = (now: number, before: number): number | null =>
  before === 0 ? null : ((now - before) / before) * 100;

export function HomeCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="k-card k-home-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** 待我处理: only what there is any of. */
export function WorkList({ items }: { items: readonly WorkItem[] }) {
  const waiting = items.filter((w) => w.count > 0);
  return (
    <HomeCard title="待我处理">
      {waiting.length === 0 ? <span className="k-muted">没有待处理的事项</span> : null}
      <div className="k-home-work">
        {waiting.map(({ label, count, hint, path, query }) => {
          const text = (
            <>
              {label} <b>{count.toLocaleString('en-US')}</b>
            </>
          );
          return path ? (
            <Link key={label} to={query ? { path, query } : path} title={hint}>
              {text}
            </Link>
          ) : (
            <span key={label} title={hint}>
              {text}
            </span>
          );
        })}
      </div>
    </HomeCard>
  );
}

/** A home page before its figures are there: bars, or what went wrong with a way to try again. */
export function HomeWaiting({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return error ? (
    <Empty description={`首页没有读出来：${error.message}`} style={{ padding: 48 }}>
      <Button onClick={onRetry}>重试</Button>
    </Empty>
  ) : (
    <Skeleton active style={{ padding: 24 }} paragraph={{ rows: 10 }} />
  );
}
