/** Menu rules (product spec §2–§4): three levels, NORMAL only, one active top item, the page that is marked. */
import type { Tab } from '../nav/tabs.ts';
import type { Menu } from '../session/admin.ts';

export interface MenuItem {
  id: string;
  name: string;
  url: string | undefined;
  icon: string | undefined;
  /** Said above the pages behind it. */
  warning?: string;
  children: MenuItem[];
}

export interface TopItem extends MenuItem {
  active: boolean;
}

/** The menus that show: NORMAL only, at every level, three levels deep; groups left without a page go too. */
export function normalMenus(menus: readonly Menu[] | null | undefined, depth = 3): MenuItem[] {
  return (menus ?? [])
    .filter((m) => m.status === 'NORMAL')
    .map((m) => ({
      id: String(m.id),
      name: m.name,
      url: m.url || undefined,
      icon: m.iconCls || undefined,
      ...(m.warning ? { warning: m.warning } : {}),
      children: depth > 1 ? normalMenus(m.children, depth - 1) : [],
    }))
    .filter((m) => m.url !== undefined || m.children.length > 0);
}

/** Activates one top item and clears all others. An id that is not there changes nothing. */
export function activateTop(items: readonly TopItem[], id: string): readonly TopItem[] {
  if (!items.some((t) => t.id === id) || items.every((t) => t.active === (t.id === id))) return items;
  return items.map((t) => ({ ...t, active: t.id === id }));
}

/** Top items with the first one active, unless another contains `path`. */
export function topItems(menus: readonly MenuItem[], path: string): readonly TopItem[] {
  const items = menus.map((m, index) => ({ ...m, active: index === 0 }));
  const trail = trailOf(menus, path);
  return trail[0] ? activateTop(items, trail[0].id) : items;
}

/** The list a form or a record belongs to; any other path is itself. */
export function pageOf(path: string): string {
  return path.replace(/\/(form|record)$/, '');
}

/** The items from the top one to the page at `path` (a form or detail stands under its list); empty when no menu leads there. */
export function trailOf(menus: readonly MenuItem[], path: string): MenuItem[] {
  const page = pageOf(path);
  // A page without a menu of its own stands under the one its address lies below.
  for (const target of new Set([path, page, page.replace(/\/[^/]+$/, '')]))
    for (const item of menus) {
      const trail = trailTo(item, target);
      if (trail) return trail;
    }
  return [];
}

function trailTo(item: MenuItem, path: string): MenuItem[] | undefined {
  for (const child of item.children) {
    const below = trailTo(child, path);
    if (below) return [item, ...below];
  }
  return item.url === path ? [item] : undefined;
}

/** Url of the menu page that is marked: the one matching `path`, or the home path. */
export function defaultActive(menus: readonly MenuItem[], path: string, home: string): string {
  return trailOf(menus, path).at(-1)?.url ?? home;
}

/** Every page of the menus with its trail, in menu order; for the palette. */
export function menuPages(menus: readonly MenuItem[]): { title: string; hint: string; path: string }[] {
  const pages: { title: string; hint: string; path: string }[] = [];
  const walk = (item: MenuItem, above: string[]) => {
    if (item.children.length > 0) for (const child of item.children) walk(child, [...above, item.name]);
    else if (item.url) pages.push({ title: item.name, hint: above.join(' / '), path: item.url });
  };
  for (const item of menus) walk(item, []);
  return pages;
}

/** The words of the trail with their links: only pages above the current one are links. */
export function crumbs(trail: readonly MenuItem[], tab: Pick<Tab, 'path' | 'title'>): { text: string; to?: string }[] {
  const last = trail.at(-1);
  const steps: { text: string; to?: string }[] = trail.map((item) =>
    item.url && item.children.length === 0 && item.url !== tab.path
      ? { text: item.name, to: item.url }
      : { text: item.name },
  );
  if (!last || last.url !== tab.path) steps.push({ text: tab.title });
  // A group named like its top item (系统 / 系统) says nothing twice.
  return steps.filter((step, index) => step.text !== steps[index - 1]?.text);
}
