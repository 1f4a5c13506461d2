/** The last column: at most two buttons, the rest in the one menu all rows share. */
import { Dropdown, type MenuProps } from 'antd';
import { type CSSProperties, createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import type { AnyRow, Button } from '../logic/actions.ts';
import { grouped, splitButtons } from '../logic/actions.ts';

export interface RowActionsHost {
  buttonsOf: (row: AnyRow) => Button[];
  run: (button: Button, row: AnyRow) => void;
}

interface OpenMenu {
  row: AnyRow;
  buttons: Button[];
  anchor: HTMLElement;
}

const wishedPx = 420;
const marginPx = 16;

const HostContext = createContext<(RowActionsHost & { openMenu: (menu: OpenMenu) => void }) | null>(null);

/** Items of a menu of buttons, under the headings of their groups. */
export function menuItems(buttons: readonly Button[]): NonNullable<MenuProps['items']> {
  const item = (button: Button) => ({
    key: button.key,
    disabled: button.reason !== undefined,
    danger: button.tone === 'danger' && button.reason === undefined,
    label: button.reason ? (
      <span>
        {button.label}
        <small className="k-reason">{button.reason}</small>
      </span>
    ) : (
      button.label
    ),
  });
  return grouped(buttons).flatMap(
    ({ group, buttons: own }): NonNullable<MenuProps['items']> =>
      group === ''
        ? own.map(item)
        : [{ key: `group ${group}`, type: 'group' as const, label: group, children: own.map(item) }],
  );
}

/** Gives the table's rows their buttons and renders the shared menu. */
export function RowActionsProvider({ host, children }: { host: RowActionsHost; children: ReactNode }) {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const openMenu = useCallback((next: OpenMenu) => setMenu(next), []);
  const value = useMemo(() => ({ ...host, openMenu }), [host, openMenu]);
  const close = () => {
    menu?.anchor.focus();
    setMenu(null);
  };
  const at = menu?.anchor.getBoundingClientRect();
  // The menu opens where there is more room and scrolls within it.
  const below = at ? window.innerHeight - at.bottom : 0;
  const up = at !== undefined && below < wishedPx && at.top > below;
  const roomPx = Math.min(wishedPx, (up ? (at?.top ?? 0) : below) - marginPx);
  return (
    <HostContext value={value}>
      {children}
      {menu && at ? (
        <Dropdown
          open
          autoFocus
          trigger={['click']}
          placement={up ? 'topRight' : 'bottomRight'}
          classNames={{ root: 'k-row-menu' }}
          styles={{ root: { '--k-room': `${roomPx}px` } as CSSProperties }}
          onOpenChange={(open) => !open && close()}
          menu={{
            items: menuItems(menu.buttons),
            onClick: ({ key }) => {
              const button = menu.buttons.find((b) => b.key === key);
              close();
              if (button) host.run(button, menu.row);
            },
          }}
        >
          <span
            className="k-menu-anchor"
            style={{ left: at.left, top: at.top, width: at.width, height: at.height }}
            aria-hidden="true"
          />
        </Dropdown>
      ) : null}
    </HostContext>
  );
}

export function RowActions({ row }: { row: AnyRow }) {
  const host = useContext(HostContext);
  if (!host) return null;
  const { visible, more } = splitButtons(host.buttonsOf(row));
  return (
    <span className="k-row-actions">
      {visible.map((button) => (
        <button
          key={button.key}
          type="button"
          className={button.tone === 'danger' ? 'k-link k-link-danger' : 'k-link'}
          aria-disabled={button.reason ? true : undefined}
          title={button.reason}
          onClick={() => (button.reason ? undefined : host.run(button, row))}
        >
          {button.label}
        </button>
      ))}
      {more.length > 0 ? (
        <button
          type="button"
          className="k-link"
          aria-haspopup="menu"
          onClick={(event) => host.openMenu({ row, buttons: more, anchor: event.currentTarget })}
        >
          更多
        </button>
      ) : null}
    </span>
  );
}
