/** A pair of days in a search. */
import { DaysInput } from './days-input.tsx';

export type DayRange = readonly [from: string | null, to: string | null];

/** Bounds are days `YYYY-MM-DD`; instants are shown by their day. Either bound may be null. */
export function DateRange({
  id,
  label,
  value,
  today,
  onChange,
}: {
  id: string;
  label: string;
  value: DayRange | null | undefined;
  /** What 今天 and 本周 count from. */
  today: string;
  onChange: (value: DayRange | null) => void;
}) {
  const [from, to] = value ?? [null, null];
  return (
    <DaysInput
      ids={[id, `${id}-end`]}
      label={label}
      placeholders={['开始日期', '结束日期']}
      days={[from?.slice(0, 10) ?? null, to?.slice(0, 10) ?? null]}
      today={today}
      onChange={([first = null, last = null]) => onChange(first === null && last === null ? null : [first, last])}
    />
  );
}
