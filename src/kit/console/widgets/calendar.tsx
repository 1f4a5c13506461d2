/** The calendars behind the day inputs of a search, fetched when somebody first turns to such an input. */
import { DatePicker } from 'antd';
import { useLayoutEffect, useRef } from 'react';
import { quickRanges } from '../../define/quick-ranges.ts';
import dayjs from './dayjs-zh.ts';
import type { CalendarProps } from './days-props.ts';

const day = (text: string | null | undefined) => (text ? dayjs(text) : null);

/** One day, or a pair of them with the seven quick ranges beside the calendar; takes over the focus of `focusAt` once. */
export default function Calendar({
  ids,
  label,
  placeholders,
  days,
  today,
  months,
  onChange,
  focusAt,
  defaultOpen,
}: CalendarProps) {
  const focused = useRef(false);
  // Before anything else may happen: a Tab pressed while no input has the focus would go nowhere.
  useLayoutEffect(() => {
    // Effects come again with the tab; the focus is taken only once.
    if (focused.current) return;
    focused.current = true;
    const input = document.getElementById(ids[focusAt]!) as HTMLInputElement | null;
    input?.focus();
    input?.select();
  });
  if (days.length === 1)
    return (
      <DatePicker
        id={ids[0]!}
        aria-label={label}
        className="k-fill"
        defaultOpen={defaultOpen}
        placeholder={placeholders[0]!}
        value={day(days[0])}
        onChange={(picked) => onChange([picked?.format('YYYY-MM-DD') ?? null])}
      />
    );
  return (
    <DatePicker.RangePicker
      id={{ start: ids[0]!, end: ids[1]! }}
      aria-label={label}
      className="k-fill"
      defaultOpen={defaultOpen}
      allowEmpty={[true, true]}
      placeholder={[placeholders[0]!, placeholders[1]!]}
      value={[day(days[0]), day(days[1])]}
      picker={months ? 'month' : 'date'}
      presets={quickRanges(today, months).map(({ label: name, pair }) => ({
        label: name,
        value: [dayjs(pair[0]), dayjs(pair[1])],
      }))}
      onChange={(pair) => onChange([0, 1].map((i) => pair?.[i]?.format('YYYY-MM-DD') ?? null))}
    />
  );
}
