/** A pair of days in a search. */
import { wholeMonths } from '../../define/month.ts';
import { DaysInput } from './days-input.tsx';

export type DayRange = readonly [from: string | null, to: string | null];

/** Bounds are days `YYYY-MM-DD`; instants are shown by their day. Either bound may be null. By months, the ends of months. */
export function DateRange({
  id,
  label,
  value,
  today,
  months = false,
  onChange,
}: {
  id: string;
  label: string;
  value: DayRange | null | undefined;
  /** What 今天 and 本周 count from. */
  today: string;
  months?: boolean;
  onChange: (value: DayRange | null) => void;
}) {
  const [from, to] = value ?? [null, null];
  return (
    <DaysInput
      ids={[id, `${id}-end`]}
      label={label}
      placeholders={months ? ['开始月份', '结束月份'] : ['开始日期', '结束日期']}
      months={months}
      days={[from?.slice(0, 10) ?? null, to?.slice(0, 10) ?? null]}
      today={today}
      onChange={([first = null, last = null]) =>
        onChange(first === null && last === null ? null : months ? wholeMonths(first, last) : [first, last])
      }
    />
  );
}
