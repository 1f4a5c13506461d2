/** The strip of opened pages: arrow keys move, Delete closes, the right button opens the tab menu. */
import { CloseOutlined, DownOutlined } from '@ant-design/icons';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { Tab } from '../nav/tabs.ts';
import { activateTab, closeTab } from '../nav/tabs-store.ts';
import { useTabs } from '../nav/use-tab.ts';
import { below, type PopupAnchor, PopupMenu } from './popup-menu.tsx';
import { tabActions } from './tab-actions.ts';
import { tabDomId } from './tab-host.tsx';

export function TabBar() {
  const state = useTabs();
  const { tabs, current } = state;
  const [menu, setMenu] = useState<{ id: string; anchor: PopupAnchor }>();
  const strip = useRef<HTMLDivElement>(null);

  // A tab that comes to the front must be seen in the strip.
  useEffect(() => {
    const reveal = () =>
      document.getElementById(tabDomId(current, 'tab'))?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    reveal();
    window.addEventListener('resize', reveal);
    return () => window.removeEventListener('resize', reveal);
  }, [current]);

  // A vertical wheel moves the strip sideways; React's own wheel listener is passive and may not prevent scrolling.
  useEffect(() => {
    const box = strip.current;
    const onWheel = (event: WheelEvent) => {
      if (!box || event.deltaX !== 0 || box.scrollWidth <= box.clientWidth) return;
      event.preventDefault();
      box.scrollLeft += event.deltaY;
    };
    box?.addEventListener('wheel', onWheel, { passive: false });
    return () => box?.removeEventListener('wheel', onWheel);
  }, []);

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const to =
      event.key === 'ArrowRight'
        ? (index + 1) % tabs.length
        : event.key === 'ArrowLeft'
          ? (index - 1 + tabs.length) % tabs.length
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? tabs.length - 1
              : undefined;
    const tab = tabs[index];
    if (to !== undefined && tabs[to]) {
      event.preventDefault();
      activateTab(tabs[to].id);
      document.getElementById(tabDomId(tabs[to].id, 'tab'))?.focus();
    } else if (event.key === 'Delete' && tab?.closable) {
      event.preventDefault();
      void closeTab(tab.id);
    } else if ((event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) && tab) {
      event.preventDefault();
      setMenu({ id: tab.id, anchor: below(event.currentTarget) });
    }
  };

  return (
    <div className="oc-tabbar">
      <div className="oc-tabs" role="tablist" aria-label="已打开页面" ref={strip}>
        {tabs.map((tab, index) => (
          <TabButton
            key={tab.id}
            tab={tab}
            active={tab.id === current}
            onKeyDown={(event) => onKeyDown(event, index)}
            onContextMenu={(event) => {
              event.preventDefault();
              setMenu({ id: tab.id, anchor: { x: event.clientX, y: event.clientY } });
            }}
          />
        ))}
      </div>
      <button
        type="button"
        className="oc-tabbar-more"
        aria-label="标签操作"
        aria-haspopup="menu"
        aria-expanded={menu !== undefined}
        onClick={(event) => setMenu({ id: current, anchor: below(event.currentTarget, true) })}
      >
        <DownOutlined />
      </button>
      {menu ? (
        <PopupMenu
          label="标签操作"
          anchor={menu.anchor}
          items={tabActions(state, menu.id)}
          onClose={() => setMenu(undefined)}
        />
      ) : null}
    </div>
  );
}

interface TabButtonProps {
  tab: Tab;
  active: boolean;
  onKeyDown(event: KeyboardEvent): void;
  onContextMenu(event: MouseEvent): void;
}

function TabButton({ tab, active, onKeyDown, onContextMenu }: TabButtonProps) {
  return (
    <div
      role="tab"
      id={tabDomId(tab.id, 'tab')}
      className="oc-tab"
      aria-selected={active}
      aria-controls={active ? tabDomId(tab.id, 'panel') : undefined}
      aria-label={tab.dirty ? `${tab.title}（未保存）` : tab.title}
      title={tab.title}
      tabIndex={active ? 0 : -1}
      data-dirty={tab.dirty}
      onClick={() => activateTab(tab.id)}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
      onMouseDown={(event) => {
        if (event.button === 1) event.preventDefault();
      }}
      onAuxClick={(event) => {
        if (event.button === 1 && tab.closable) void closeTab(tab.id);
      }}
    >
      {tab.dirty ? <i className="oc-tab-dot" /> : null}
      <span className="oc-tab-title">{tab.title}</span>
      {tab.closable ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents: a tab's children cannot take focus; the keyboard closes with Delete
        // biome-ignore lint/a11y/noStaticElementInteractions: the same
        <span
          className="oc-tab-close"
          title="关闭"
          data-part="tab-close"
          onClick={(event) => {
            event.stopPropagation();
            void closeTab(tab.id);
          }}
        >
          <CloseOutlined />
        </span>
      ) : null}
    </div>
  );
}
