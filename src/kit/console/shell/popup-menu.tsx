/** A small menu at a point or below an element: arrow keys, Escape, closes on a click elsewhere. */
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

export interface PopupItem {
  key: string;
  label: ReactNode;
  disabled?: boolean;
  danger?: boolean;
  /** A thin line above it. */
  divided?: boolean;
  onSelect(): void;
}

export interface PopupAnchor {
  /** Viewport px. */
  x: number;
  y: number;
  /** Align the menu's right edge to x. */
  alignRight?: boolean;
}

interface Props {
  label: string;
  anchor: PopupAnchor;
  items: readonly PopupItem[];
  /** Plain text above the items. */
  header?: ReactNode;
  onClose(): void;
}

/** The point below an element, for menus opened by a button. */
export function below(element: Element, alignRight = false): PopupAnchor {
  const box = element.getBoundingClientRect();
  return { x: alignRight ? box.right : box.left, y: box.bottom + 4, alignRight };
}

export function PopupMenu({ label, anchor, items, header, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useLayoutEffect(() => {
    const menu = box.current;
    if (!menu) return;
    const { width, height } = menu.getBoundingClientRect();
    const left = anchor.alignRight ? anchor.x - width : anchor.x;
    menu.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`;
    menu.style.top = `${Math.max(8, Math.min(anchor.y, window.innerHeight - height - 8))}px`;
  }, [anchor]);

  useEffect(() => {
    const before = document.activeElement;
    box.current?.querySelector<HTMLElement>('[role="menuitem"]:not([aria-disabled])')?.focus();
    const outside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) close.current();
    };
    const dismiss = () => close.current();
    document.addEventListener('pointerdown', outside, true);
    window.addEventListener('resize', dismiss);
    window.addEventListener('blur', dismiss);
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      window.removeEventListener('resize', dismiss);
      window.removeEventListener('blur', dismiss);
      if (before instanceof HTMLElement && document.contains(before)) before.focus({ preventScroll: true });
    };
  }, []);

  const move = (event: KeyboardEvent, step: number | 'first' | 'last') => {
    event.preventDefault();
    const all = [...(box.current?.querySelectorAll<HTMLElement>('[role="menuitem"]:not([aria-disabled])') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = step === 'first' ? 0 : step === 'last' ? all.length - 1 : (at + step + all.length) % all.length;
    all[next]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    } else if (event.key === 'ArrowDown') move(event, 1);
    else if (event.key === 'ArrowUp') move(event, -1);
    else if (event.key === 'Home') move(event, 'first');
    else if (event.key === 'End') move(event, 'last');
  };

  return createPortal(
    <div ref={box} className="oc-popup">
      {header ? <div className="oc-popup-header">{header}</div> : null}
      <div role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            role="menuitem"
            tabIndex={-1}
            aria-disabled={item.disabled || undefined}
            className={`oc-popup-item${item.danger ? ' oc-danger' : ''}${item.divided ? ' oc-divided' : ''}`}
            onClick={() => {
              if (item.disabled) return;
              onClose();
              item.onSelect();
            }}
          >
            {item.label}
          </button>
        ))}
      </div>
    </div>,
    document.body,
  );
}
