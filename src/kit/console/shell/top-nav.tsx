/** The top items; those that do not fit stand behind 更多. */
import { useLayoutEffect, useRef, useState } from 'react';
import { fetchListEngine } from '../registry/load-page.ts';
import { fitCount } from './fit-count.ts';
import type { TopItem } from './menus.ts';
import { below, type PopupAnchor, PopupMenu } from './popup-menu.tsx';

export function TopNav({ items, onSelect }: { items: readonly TopItem[]; onSelect(id: string): void }) {
  const nav = useRef<HTMLElement>(null);
  const widths = useRef<number[]>([]);
  const [count, setCount] = useState(items.length);
  const [menu, setMenu] = useState<PopupAnchor>();
  const active = items.findIndex((item) => item.active);

  useLayoutEffect(() => {
    const box = nav.current;
    if (!box) return;
    const measure = () => {
      const buttons = [...box.querySelectorAll<HTMLElement>('[data-top]')];
      if (buttons.length === items.length) widths.current = buttons.map((b) => b.offsetWidth);
      setCount(fitCount(widths.current, box.clientWidth, active));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [items.length, active]);

  const rest = items.slice(count);
  const restActive = rest.find((t) => t.active);
  return (
    <nav
      className="oc-top-nav"
      aria-label="主导航"
      ref={nav}
      onPointerEnter={fetchListEngine}
      onFocus={fetchListEngine}
    >
      {items.slice(0, count).map((item) => (
        <button
          key={item.id}
          type="button"
          data-top={item.id}
          className="oc-top-item"
          aria-current={item.active ? 'true' : undefined}
          onClick={() => onSelect(item.id)}
        >
          {item.name}
        </button>
      ))}
      {rest.length > 0 ? (
        <button
          type="button"
          className="oc-top-item"
          aria-haspopup="menu"
          aria-expanded={menu !== undefined}
          aria-current={restActive ? 'true' : undefined}
          onClick={(event) => setMenu(below(event.currentTarget))}
        >
          {restActive?.name ?? '更多'} ▾
        </button>
      ) : null}
      {menu ? (
        <PopupMenu
          label="更多导航"
          anchor={menu}
          onClose={() => setMenu(undefined)}
          items={rest.map((t) => ({ key: t.id, label: t.name, onSelect: () => onSelect(t.id) }))}
        />
      ) : null}
    </nav>
  );
}
