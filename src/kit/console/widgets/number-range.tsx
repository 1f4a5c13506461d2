/** Two bounds of a number or amount; either may be left open. */
import { InputNumber } from 'antd';
import { MoneyInput } from './money-input.tsx';
import './widgets.css';

export type NumberPair = readonly [from: number | null, to: number | null];

export function NumberRange(props: {
  id?: string;
  label: string;
  money?: boolean;
  value: NumberPair | null | undefined;
  onChange: (value: NumberPair | null) => void;
}) {
  const [from, to] = props.value ?? [null, null];
  const put = (next: [number | null, number | null]) =>
    props.onChange(next[0] === null && next[1] === null ? null : next);
  const numeric = (value: unknown) => (typeof value === 'number' ? value : null);
  const bound = (value: number | null, name: string, id: string | undefined, take: (v: number | null) => void) =>
    props.money ? (
      <MoneyInput
        bare
        {...(id ? { id } : {})}
        label={name}
        placeholder="不限"
        value={value}
        onChange={(v) => take(numeric(v))}
      />
    ) : (
      <InputNumber<number>
        {...(id ? { id } : {})}
        aria-label={name}
        className="k-fill"
        placeholder="不限"
        precision={0}
        controls={false}
        value={value}
        onChange={(v) => take(numeric(v))}
      />
    );
  return (
    <span className="k-pair">
      {bound(from, `${props.label}，从`, props.id, (v) => put([v, to]))}
      <span aria-hidden="true">–</span>
      {bound(to, `${props.label}，到`, undefined, (v) => put([from, v]))}
    </span>
  );
}
