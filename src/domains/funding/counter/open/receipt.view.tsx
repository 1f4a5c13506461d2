/** 电子凭条 on a phone. */
import { formatTime } from '../../../../kit/console/clock.ts';
import type { ElectronicReceipt } from './receipt.open.ts';

export default function Receipt({ data }: { data: ElectronicReceipt }) {
  return (
    <article className="op-card">
      <h1>{data.title}</h1>
      <p className="op-amount">{data.amount}</p>
      {data.reversedAt ? (
        <p className="op-void" role="alert">
          这一笔已于 {formatTime(data.reversedAt)} 冲正，金额已退回原处
        </p>
      ) : null}
      <dl className="op-facts">
        {(
          [
            ['单位', data.unit],
            ['单号', data.documentNo],
            ['姓名', data.person],
            ['时间', formatTime(data.at)],
            ['状态', data.reversedAt ? '已冲正' : '已入账'],
          ] as const
        ).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
