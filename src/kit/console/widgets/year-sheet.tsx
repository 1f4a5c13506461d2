/** A year on one sheet: twelve small months, days of a kind marked by a sign and a tone, one day in the order of Tab. */
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Tone } from '../../define/field.ts';
import { dayAfter, isWeekend, monthsOf, weekdayOf } from './year-days.ts';
import './year-sheet.css';

export interface YearKind {
  value: string;
  label: string;
  /** One character that tells it without its colour. */
  mark: string;
  tone: Tone;
}

export interface YearDay {
  kind: string;
  /** Said after what it is. */
  note: string;
}

interface Props {
  year: number;
  kinds: readonly YearKind[];
  /** Days that are of a kind, by `YYYY-MM-DD`. */
  days: ReadonlyMap<string, YearDay>;
  today: string;
  /** What a day of no kind is: by its weekday. */
  plain: string;
  /** Absent where days cannot be changed. */
  onDay?: ((day: string) => void) | undefined;
}

export function YearSheet({ year, kinds, days, today, plain, onDay }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(today);
  const current = at.startsWith(`${year}-`) ? at : today.startsWith(`${year}-`) ? today : `${year}-01-01`;
  const go = (event: KeyboardEvent) => {
    const next = dayAfter(current, event.key);
    if (next === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    setAt(next);
    box.current?.querySelector<HTMLButtonElement>(`[data-day="${next}"]`)?.focus();
  };
  const counted = (kind: string) =>
    [...days].filter(([day, one]) => day.startsWith(`${year}-`) && one.kind === kind).length;
  const words = (day: string) => {
    const one = days.get(day);
    const kind = one ? (kinds.find(({ value }) => value === one.kind)?.label ?? one.kind) : plain;
    return `${weekdayOf(day)} ${kind}${one?.note ? `：${one.note}` : ''}${day === today ? '（今天）' : ''}`;
  };
  return (
    <>
      <ul className="k-year-legend" aria-label="图例">
        {kinds.map(({ value, label, mark, tone }) => (
          <li key={value}>
            <b className="k-year-mark" data-tone={tone} aria-hidden>
              {mark}
            </b>
            {label} {counted(value)} 天
          </li>
        ))}
        <li>没有标记的：{plain}，周六日为灰字</li>
      </ul>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it */}
      <div className="k-year" ref={box} onKeyDown={go}>
        {monthsOf(year).map(({ month, starts, days: own }) => (
          <section key={month} aria-label={`${month} 月`}>
            <h3>{month} 月</h3>
            <div className="k-year-days">
              {[...'一二三四五六日'].map((name) => (
                <span key={name} aria-hidden>
                  {name}
                </span>
              ))}
              {own.map((day, i) => {
                const kind = kinds.find(({ value }) => value === days.get(day)?.kind);
                return (
                  <button
                    key={day}
                    type="button"
                    style={i === 0 ? { gridColumnStart: starts } : undefined}
                    data-day={day}
                    data-tone={kind?.tone}
                    data-weekend={isWeekend(day) || undefined}
                    aria-current={day === today ? 'date' : undefined}
                    // Who says «9» to the screen means the button that shows 9: its name says the day as it is shown.
                    aria-label={`${year}年${month}月${i + 1}日 ${words(day)}`}
                    title={`${day} ${words(day)}`}
                    tabIndex={day === current ? 0 : -1}
                    onFocus={() => setAt(day)}
                    onClick={() => onDay?.(day)}
                  >
                    {i + 1}
                    {/* Drawn, not written: the name says the kind in its own word. */}
                    {kind ? <b aria-hidden data-mark={kind.mark} /> : null}
                  </button>
                );
              })}
            </div>
          </section>
        ))}
      </div>
    </>
  );
}
