/** The menus of the signed-in administrator, with the active top item following the page that shows. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AdminInfo } from '../session/admin.ts';
import { activateTop, defaultActive, type MenuItem, normalMenus, type TopItem, topItems, trailOf } from './menus.ts';

export interface Menus {
  all: readonly MenuItem[];
  top: readonly TopItem[];
  active: TopItem | undefined;
  /** Items from the top one to the current page. */
  trail: readonly MenuItem[];
  activeUrl: string;
  activate(id: string): void;
}

/** Menus at `path`. A page under no menu leaves the active top item as it is. */
export function useMenus(admin: AdminInfo, path: string): Menus {
  const all = useMemo(() => normalMenus(admin.menus), [admin.menus]);
  const [top, setTop] = useState(() => topItems(all, path));
  const trail = useMemo(() => trailOf(all, path), [all, path]);
  const owner = trail[0]?.id;
  useEffect(() => {
    if (owner !== undefined) setTop((before) => activateTop(before, owner));
  }, [owner]);
  const activate = useCallback((id: string) => setTop((before) => activateTop(before, id)), []);
  return {
    all,
    top,
    active: top.find((t) => t.active),
    trail,
    activeUrl: defaultActive(all, path, admin.home),
    activate,
  };
}
