/** What home pages are laid out with: the work list, rows of figures, cards with a heading, small tables. */
import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import type { WorkItem } from '../../define/blocks.ts';
import { post } from '../http/client.ts';
import { Link } from '../nav/link.tsx';
import { can } from '../session/can.ts';
import { useLow, useNarrow } from './use-narrow.ts';
import './home.css';
import './widgets.css';
import { pageKey } from '../screens/query-keys.ts';

interface CardProps {
  title: string;
  /** Beside the heading: the page that says more of the same. */
  more?: { text: string; to: string } | undefined;
  children: ReactNode;
}

export function HomeCard({ title, more, children }: CardProps) {
  const id = useId();
  return (
    <section className="k-card k-home-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {more && can(more.to, 'query') ? (
        <Link to={more.to} className="k-home-more">
          {more.text}
        </Link>
      ) : null}
      {children}
    </section>
  );
}

/** What stands on a phone, and in two lines on a low screen, before the day's figures: the worst of what waits. */
const worstOnPhone = 6;
const worstWhereLow = 12;

/** 待我处理: only what there is any of. */
export function WorkList({ items }: { items: readonly WorkItem[] }) {
  const low = useLow();
  const worst = useNarrow() ? worstOnPhone : low ? worstWhereLow : undefined;
  const [all, setAll] = useState(false);
  const some = items.filter((w) => w.count > 0);
  // What leads nowhere stands behind what does, with its words.
  const waiting = [...some.filter((w) => w.path), ...some.filter((w) => !w.path)];
  // One more than fits is no reason to fold.
  const shown = worst === undefined || all || waiting.length <= worst + 1 ? waiting : waiting.slice(0, worst);
  const behind = waiting.length - shown.length;
  return (
    <HomeCard title="待我处理">
      {waiting.length === 0 ? <span className="k-muted">今天没有待办</span> : null}
      <div className="k-home-work">
        {shown.map(({ label, count, hint, path, query, bad }) => {
          const text = (
            <>
              {label} <b>{count.toLocaleString('en-US')}</b>
            </>
          );
          const look = bad ? { className: 'k-home-bad' } : {};
          return path ? (
            <Link key={label} to={query ? { path, query } : path} title={hint} {...look}>
              {text}
            </Link>
          ) : (
            // It leads nowhere: what is to be done stands beside it.
            <span key={label} {...look}>
              {text} <small>{hint}</small>
            </span>
          );
        })}
        {behind > 0 ? (
          <button type="button" className="k-link" aria-expanded={false} onClick={() => setAll(true)}>
            另有 {behind} 项
          </button>
        ) : null}
      </div>
    </HomeCard>
  );
}

const everyMinute = 60_000;

/** A home page over what its verb `figures` answers, asked again every minute. */
export function HomeFrame<T>({ path, children }: { path: string; children: (figures: T) => ReactNode }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...pageKey(path), 'figures'],
    queryFn: ({ signal }) => post<T>(path, 'figures', {}, { signal, background: true }),
    refetchInterval: everyMinute,
  });
  if (error || !data) return <HomeWaiting error={error} onRetry={() => void refetch()} />;
  return <div className="k-home">{children(data)}</div>;
}

/** Columns of figures with their name that find room beside each other on a phone. */
const mostBeside = 4;

/** A card with a small table; `empty` stands below the headings while there are no rows. */
export function HomeTable(props: {
  title: string;
  more?: CardProps['more'];
  headings: readonly string[];
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[];
  empty: ReactNode;
  /** Below the rows: that there are more. */
  rest?: ReactNode;
  lined?: boolean;
  /** Columns of numbers and amounts: they stand at the right. */
  figures?: readonly boolean[];
}) {
  const { title, more, headings, rows, empty, rest, lined, figures } = props;
  const classOf = (i: number) => (figures?.[i] ? 'k-home-figure' : undefined);
  // A name and a few figures stand in one line of a phone, too.
  const few = headings.length <= mostBeside && headings.every((_, i) => i === 0 || figures?.[i] === true);
  return (
    <HomeCard title={title} more={more}>
      <table className={`${few ? 'k-home-few' : 'k-home-table'}${lined ? ' k-home-lined' : ''}`}>
        <thead>
          <tr>
            {headings.map((heading, i) => (
              <th key={heading} scope="col" className={classOf(i)}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, i) => (
                <td key={headings[i]} className={classOf(i)} data-heading={headings[i]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} /> : null}
      {rest ? <p className="k-home-rest">{rest}</p> : null}
    </HomeCard>
  );
}

/** A home page before its figures are there: bars, or what went wrong with a way to try again. */
function HomeWaiting({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return error ? (
    <Empty description={`首页没有读出来：${error.message}`} style={{ padding: 48 }}>
      <Button onClick={onRetry}>重试</Button>
    </Empty>
  ) : (
    <Skeleton active style={{ padding: 24 }} paragraph={{ rows: 10 }} />
  );
}
