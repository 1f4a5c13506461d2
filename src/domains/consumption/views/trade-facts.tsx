/** Beside the correction form: the charge, how it came about, what happened around it, what was done about it before. */
import { useQuery } from '@tanstack/react-query';
import { Empty, Skeleton } from 'antd';
import { formatTime } from '../../../kit/console/clock.ts';
import { post } from '../../../kit/console/http/client.ts';
import type { SlotProps } from '../../../kit/console/view.ts';
import { Facts } from '../../../kit/console/widgets/facts.tsx';
import { MoneyText } from '../../../kit/console/widgets/money-text.tsx';
import type { TradeFacts as Charge } from '../correct/facts.ts';
import { correctionKinds, correctionStatuses } from '../correct/states.ts';
import { traceLines } from '../trades/trade-cells.tsx';
import './consumption.css';
import { labelIn } from '../../../kit/define/states.ts';

const at = (iso: string) => formatTime(iso).slice(11, 19);

function Beside({ charge }: { charge: Charge }) {
  if (charge.neighbours.length === 0) return <p className="k-help">本人当日没有其他消费，同机前后两分钟也没有。</p>;
  return (
    <ul>
      {charge.neighbours.map((n) => (
        <li key={n.id} title={`交易号 ${n.id}`}>
          <span>{at(n.occurredAt)}</span>
          <span className="k-muted">{n.why === '本人当日' ? '本人' : '同机'}</span>
          <span>
            {n.why === '本人当日' ? n.deviceName : n.personName}
            {n.kind === 'REVERSE' ? '（退回）' : n.kind === 'SUPPLEMENT' ? '（补扣）' : ''}
            {n.suspicious ? <b className="k-negative"> 疑似重复</b> : null}
          </span>
          <MoneyText fen={n.kind === 'REVERSE' ? -n.amountFen : n.amountFen} />
        </li>
      ))}
    </ul>
  );
}

function Before({ corrections }: Pick<Charge, 'corrections'>) {
  return (
    <ul>
      {corrections.map((c) => (
        <li key={c.correctNo} title={c.correctNo} style={{ gridTemplateColumns: '80px 64px 1fr auto' }}>
          <span>{c.createdAt.slice(5, 16).replace('T', ' ')}</span>
          <span>{labelIn(correctionKinds, c.kind)}</span>
          <span>{labelIn(correctionStatuses, c.status)}</span>
          <MoneyText fen={c.amountFen} />
        </li>
      ))}
    </ul>
  );
}

export function TradeFacts({ path, values }: SlotProps) {
  const id = values?.tradeId;
  const { data, isPending } = useQuery({
    queryKey: ['page', path, 'facts', id],
    queryFn: ({ signal }) => post<Charge | null>(path, 'facts', { id }, { signal }),
    enabled: typeof id === 'number',
  });
  if (typeof id !== 'number')
    return <p className="k-help">选择消费后，这里显示扣款经过、本人当日和同机前后的消费，请核对后再提交。</p>;
  if (isPending) return <Skeleton active paragraph={{ rows: 6 }} />;
  if (!data) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有找到这笔消费" />;
  const lines = traceLines((data.ruleTrace ?? {}) as Parameters<typeof traceLines>[0], { ...data });
  return (
    <section aria-label="核对消费" className="cn-side">
      <h3>{data.personName}</h3>
      <Facts
        facts={[
          { label: '工号', value: data.jobNumber ?? '—' },
          { label: '部门', value: data.departmentName ?? '—' },
          { label: '消费时间', value: formatTime(data.occurredAt) },
          { label: '餐次', value: data.mealName },
          { label: '设备', value: data.deviceName },
          { label: '流水号', value: data.deviceSeq || '—' },
          { label: '实收（元）', value: <MoneyText fen={data.amountFen} strong /> },
          { label: '已退（元）', value: <MoneyText fen={data.reversedFen} /> },
          {
            label: data.countUsed > 0 ? '次数' : '最多可退（元）',
            value: data.countUsed > 0 ? `${data.countUsed} 次` : <MoneyText fen={data.leftFen} strong />,
          },
          { label: '交易号', value: String(data.id) },
        ].map((fact) => ({ ...fact, wide: true }))}
      />
      {data.capturedPhoto ? <img src={data.capturedPhoto} alt={`${data.personName} 消费时的抓拍`} /> : null}
      <h4>为什么这样扣</h4>
      <ol style={{ margin: 0, paddingInlineStart: 18, fontSize: 12 }}>
        {lines.map((line) => (
          <li key={line} style={{ display: 'list-item', border: 0 }}>
            {line}
          </li>
        ))}
      </ol>
      <h4>前后的消费</h4>
      <Beside charge={data} />
      {data.corrections.length > 0 ? (
        <>
          <h4>此前的纠错</h4>
          <Before corrections={data.corrections} />
        </>
      ) : null}
    </section>
  );
}
