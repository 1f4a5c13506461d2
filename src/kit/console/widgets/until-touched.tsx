/**
 * A closed choice as a plain box that looks like the real one. A page of many choices of which one is used need not
 * mount and keep them all: the real one takes the place of the box, with the focus, when somebody turns to it.
 */
import { DownOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import './widgets.css';

/** What the real choice is given when it comes in: open when it was pressed, closed when it was tabbed to. */
export type Touch = { autoFocus: true; defaultOpen: boolean } | Record<string, never>;

export interface UntilTouchedProps {
  id?: string;
  label: string;
  /** What the closed choice shows; undefined when only the real one can show it, which then stands there at once. */
  shown: string | undefined;
  placeholder?: string;
  className?: string;
  /** Fetches what the real choice is made of, so that it can come in at once. */
  prepare?: (() => Promise<unknown>) | undefined;
  children: (touch: Touch) => ReactNode;
}

/** Once the real choice stands it stays. */
export function UntilTouched({ id, label, shown, placeholder, className, prepare, children }: UntilTouchedProps) {
  const [touch, setTouch] = useState<Touch>();
  const pressed = useRef(false);
  useEffect(() => {
    // Whoever needs it later meets the failure, if it lasts.
    prepare?.().catch(() => undefined);
  }, [prepare]);
  if (!touch && shown === undefined) setTouch({});
  if (touch) return children(touch);
  return (
    <div className={`${className ?? 'k-fill'} k-rest`}>
      <input
        {...(id ? { id } : {})}
        role="combobox"
        aria-label={label}
        aria-expanded={false}
        aria-haspopup="listbox"
        autoComplete="off"
        placeholder={placeholder}
        value={shown ?? ''}
        onChange={() => undefined}
        onPointerDown={() => {
          pressed.current = true;
        }}
        onFocus={() => setTouch({ autoFocus: true, defaultOpen: pressed.current })}
      />
      <DownOutlined aria-hidden />
    </div>
  );
}
