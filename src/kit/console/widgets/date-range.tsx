/** A pair of days with the seven quick ranges beside the calendar. */
import { DatePicker } from 'antd';
import { today } from '../clock.ts';
import { quickRanges } from '../screens/logic/quick-ranges.ts';
import dayjs from './dayjs-zh.ts';
import './widgets.css';

export type DayRange = readonly [from: string | null, to: string | null];

/** Bounds are days `YYYY-MM-DD`; instants are shown by their day. Either bound may be null. */
export function DateRange({
  id,
  label,
  value,
  onChange,
}: {
  id?: string;
  label: string;
  value: DayRange | null | undefined;
  onChange: (value: DayRange | null) => void;
}) {
  const day = (text: string | null | undefined) => (text ? dayjs(text.slice(0, 10)) : null);
  return (
    <DatePicker.RangePicker
      {...(id ? { id: { start: id, end: `${id}-end` } } : {})}
      aria-label={label}
      className="k-fill"
      allowEmpty={[true, true]}
      placeholder={['开始日期', '结束日期']}
      value={value ? [day(value[0]), day(value[1])] : null}
      presets={quickRanges(today()).map(({ label: name, pair }) => ({
        label: name,
        value: [dayjs(pair[0]), dayjs(pair[1])],
      }))}
      onChange={(pair) => {
        const from = pair?.[0]?.format('YYYY-MM-DD') ?? null;
        const to = pair?.[1]?.format('YYYY-MM-DD') ?? null;
        onChange(from === null && to === null ? null : [from, to]);
      }}
    />
  );
}
