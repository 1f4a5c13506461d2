/** What last month would have been under the rule that is about to be saved, beside what it was. */
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { formatFenGrouped } from '../../../define/fen.ts';
import type { Foreseen, ForeseenFigure, ForeseenPart } from '../../../define/versions.ts';
import { post } from '../../http/client.ts';
import { Link } from '../../nav/link.tsx';
import { MoneyText } from '../../widgets/money-text.tsx';
import { pageKey } from '../query-keys.ts';

const signed = (text: string, n: number) => (n > 0 ? `+${text}` : text);

function Figure({ label, was, would, unit }: ForeseenFigure) {
  const text = (n: number) => (unit === 'fen' ? formatFenGrouped(n) : n.toLocaleString('en-US'));
  return (
    <p>
      {label}（{unit === 'fen' ? '元' : unit}） 实际 <b>{text(was)}</b> → 改后 <b>{text(would)}</b>
      {was === would ? '，不变' : `，相差 ${signed(text(would - was), would - was)}`}
    </p>
  );
}

function Parts({ title, parts }: { title: string; parts: readonly ForeseenPart[] }) {
  if (parts.length === 0) return null;
  return (
    <div className="k-foreseen-parts">
      <table>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">笔数</th>
            <th scope="col">实际（元）</th>
            <th scope="col">改后（元）</th>
            <th scope="col">相差（元）</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.name}>
              <td>{part.name}</td>
              <td>{part.open ? <Link to={part.open}>{part.count.toLocaleString('en-US')}</Link> : part.count}</td>
              <td>
                <MoneyText fen={part.wasFen} />
              </td>
              <td>
                <MoneyText fen={part.wouldFen} />
              </td>
              <td>{signed(formatFenGrouped(part.wouldFen - part.wasFen), part.wouldFen - part.wasFen)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** `values` as the form would send them; `id` of the stored rule. */
export function ForeseenView(props: { path: string; id: number | undefined; values: Record<string, unknown> }) {
  const { path, id, values } = props;
  const { data, error } = useQuery({
    queryKey: [...pageKey(path), 'foresee', id, values],
    queryFn: ({ signal }) =>
      post<Foreseen>(path, 'foresee', { ...(id === undefined ? {} : { id }), ...values }, { signal }),
    gcTime: 0,
    retry: false,
  });
  if (error) return <Alert type="info" showIcon title={`没有试算：${error.message}`} />;
  if (!data) return <Skeleton active paragraph={{ rows: 3 }} title={false} />;
  return (
    <section className="k-foreseen" data-part="foreseen" aria-label={`按 ${data.period} 试算`}>
      <h3>按{/^\d{4}-\d{2}$/.test(data.period) ? `上月（${data.period}）` : ` ${data.period} `}试算</h3>
      {data.totals.map((figure) => (
        <Figure key={figure.label} {...figure} />
      ))}
      <Parts title={data.partTitle} parts={data.parts} />
      {data.more > 0 ? <p className="k-help">另有 {data.more} 项变化较小，没有列出。</p> : null}
      {data.most ? <Parts {...data.most} /> : null}
      {data.notes.map((note) => (
        <p key={note} className="k-help">
          {note}
        </p>
      ))}
    </section>
  );
}
