/** The menu entries the pages ask for: three levels per area, groups before their children. Pure. */
import { areaOf, unitTypeOf } from '../../../kit/define/page.ts';
import type { Registered } from '../../../kit/server/page/registry.ts';
import type { MenuArea } from '../tables.ts';
import { groupIcons, groupSort } from './menu-order.ts';

export interface PlannedMenu {
  area: MenuArea;
  key: string;
  parentKey: string | null;
  level: 1 | 2 | 3;
  name: string;
  url: string | null;
  icon: string | null;
  sort: number;
}

/** Whose menu a page stands in; undefined for pages outside the six areas. */
export function menuArea(path: string): MenuArea | undefined {
  const area = areaOf(path);
  return area === 'system' || area === 'base' ? 'SYSTEM' : unitTypeOf(area);
}

/** Entries in an order where parents come first. */
export function planMenus(pages: readonly Pick<Registered, 'path' | 'title' | 'page'>[]): PlannedMenu[] {
  const planned = new Map<string, PlannedMenu>();
  const add = (entry: PlannedMenu) => {
    const key = `${entry.area} ${entry.key}`;
    if (!planned.has(key)) planned.set(key, entry);
  };
  for (const [i, { path, title, page }] of pages.entries()) {
    const area = menuArea(path);
    const menu = page.places.find((p) => p.path === path)?.menu;
    if (!area || !menu) continue;
    const [top, child] = menu;
    const group = `${top}/${child}`;
    const icon = groupIcons[top] ?? 'app';
    add({ area, key: top, parentKey: null, level: 1, name: top, url: null, icon, sort: groupSort(area, top) });
    add({
      area,
      key: group,
      parentKey: top,
      level: 2,
      name: child,
      url: null,
      icon: null,
      sort: groupSort(area, group),
    });
    const sort = (page.order ?? 100) * 1000 + i;
    add({ area, key: path, parentKey: group, level: 3, name: title, url: path, icon: null, sort });
  }
  return ranked([...planned.values()]).sort((a, b) => a.level - b.level);
}

/** Numbers siblings 10, 20, 30 …, so that an administrator finds room between them. */
function ranked(entries: readonly PlannedMenu[]): PlannedMenu[] {
  const siblings = Map.groupBy(entries, (e) => `${e.area} ${e.parentKey ?? ''}`);
  return [...siblings.values()].flatMap((group) =>
    group.sort((a, b) => a.sort - b.sort).map((entry, i) => ({ ...entry, sort: (i + 1) * 10 })),
  );
}
