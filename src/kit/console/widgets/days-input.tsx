/**
 * One or two days as plain inputs that look like the calendar's own. Most of them are never touched, and a calendar
 * costs more to mount and keep than the rest of a search panel: it takes the place of the inputs, with the focus, when
 * somebody turns to one of them. What is typed before it is there counts all the same.
 */
import { CalendarOutlined, CloseCircleFilled, SwapRightOutlined } from '@ant-design/icons';
import { type ComponentType, Fragment, type KeyboardEvent, useRef, useState } from 'react';
import type { CalendarProps, DaysInputProps } from './days-props.ts';
import { readDay } from './read-day.ts';
import './widgets.css';

type Awake = { Calendar: ComponentType<CalendarProps> } & Pick<CalendarProps, 'focusAt' | 'defaultOpen'>;

export function DaysInput(props: DaysInputProps) {
  const [awake, setAwake] = useState<Awake>();
  return awake ? (
    <awake.Calendar {...props} focusAt={awake.focusAt} defaultOpen={awake.defaultOpen} />
  ) : (
    <Resting {...props} onAwake={setAwake} />
  );
}

const fetchCalendar = () => import('./calendar.tsx');

function Resting(props: DaysInputProps & { onAwake: (awake: Awake) => void }) {
  const { ids, label, placeholders, days, months, onChange, onAwake } = props;
  const [typed, setTyped] = useState<{ at: number; text: string }>();
  const focus = useRef<{ typing: boolean }>(undefined);
  const pressed = useRef(false);

  const wake = (at: number) => {
    const here = { typing: false };
    focus.current = here;
    fetchCalendar().then(
      ({ default: Calendar }) =>
        focus.current === here && !here.typing && onAwake({ Calendar, focusAt: at, defaultOpen: pressed.current }),
      // Without its calendar the input still takes what is typed.
      () => undefined,
    );
  };
  const type = (at: number, text: string) => {
    if (focus.current) focus.current.typing = true;
    setTyped({ at, text });
  };
  const settle = () => {
    if (!typed) return;
    setTyped(undefined);
    const day = typed.text.trim() === '' ? null : readDay(months ? `${typed.text.trim()}-01` : typed.text);
    if (day === undefined || day === days[typed.at]) return;
    const next = days.map((before, at) => (at === typed.at ? day : before));
    onChange(next.every(Boolean) ? next.sort() : next);
  };

  return (
    <div className="k-days" onPointerEnter={() => void fetchCalendar().catch(() => undefined)}>
      {days.map((day, at) => (
        <Fragment key={ids[at]}>
          {at > 0 ? <SwapRightOutlined aria-hidden className="k-days-to" /> : null}
          <input
            id={ids[at]}
            aria-label={label}
            autoComplete="off"
            placeholder={placeholders[at]}
            value={typed?.at === at ? typed.text : (day?.slice(0, months ? 7 : 10) ?? '')}
            onPointerDown={() => {
              pressed.current = true;
            }}
            onFocus={() => wake(at)}
            onChange={(event) => type(at, event.target.value)}
            onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && settle()}
            onBlur={() => {
              focus.current = undefined;
              settle();
            }}
          />
        </Fragment>
      ))}
      <CalendarOutlined aria-hidden />
      {days.some(Boolean) ? (
        <button type="button" tabIndex={-1} aria-label="清除" onClick={() => onChange(days.map(() => null))}>
          <CloseCircleFilled />
        </button>
      ) : null}
    </div>
  );
}
