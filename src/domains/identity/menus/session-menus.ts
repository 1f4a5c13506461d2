/** The menus a session sees: NORMAL entries of its areas whose page it may open, groups only where something is left. */
import type { Services, Session } from '../../../kit/server/context.ts';
import { may } from '../../../kit/server/page/grants.ts';
import type { Registry } from '../../../kit/server/page/registry.ts';
import type { MenuArea, MenuRow } from '../tables.ts';
import { areaOrder } from './menu-order.ts';

export interface MenuItem {
  id: number;
  name: string;
  url: string;
  status: 'NORMAL';
  iconCls: string;
  /** Said above the pages behind it. */
  warning?: string;
  children: MenuItem[];
}

/** Areas whose menus an account gets; the super administrator runs the system and looks after the platform. */
export const menuAreas = (session: Pick<Session, 'unitType'>): readonly MenuArea[] =>
  session.unitType === null ? ['SYSTEM', 'PLATFORM'] : [session.unitType];

function opens(registry: Registry, session: Session, url: string): boolean {
  const entry = registry.at(url.split(/[?#]/)[0]!);
  return !entry || may(session, entry.page, entry.path, 'query');
}

/** Builds the tree out of the table's rows. Pure but for the registry. */
export function menuTree(
  rows: readonly MenuRow[],
  registry: Registry,
  session: Session,
  hidden: (path: string) => boolean = () => false,
  warned: (path: string) => string | undefined = () => undefined,
): MenuItem[] {
  const sortOf = (row: MenuRow) => row.own_sort ?? row.sort;
  const order = (a: MenuRow, b: MenuRow) =>
    areaOrder.indexOf(a.unit_type) - areaOrder.indexOf(b.unit_type) || sortOf(a) - sortOf(b) || a.id - b.id;
  const shown = rows.filter((r) => r.status === 'NORMAL' && !r.gone).sort(order);
  const below = (parentId: number | null): MenuItem[] =>
    shown
      .filter((r) => r.parent_id === parentId)
      .flatMap((row) => {
        const children = row.level < 3 ? below(row.id) : [];
        const url = row.url ?? children[0]?.url;
        if (!url || (row.url !== null && (hidden(url) || !opens(registry, session, url)))) return [];
        const name = row.own_name ?? row.name;
        const iconCls = row.own_icon ?? row.icon ?? '';
        const warning = row.url === null ? undefined : warned(row.url);
        return [
          { id: row.id, name, url, status: 'NORMAL' as const, iconCls, ...(warning ? { warning } : {}), children },
        ];
      });
  return distinct(below(null));
}

/** The super administrator has two areas: where a top item of the platform bears a name that is taken, it says whose it is. */
function distinct(tops: readonly MenuItem[]): MenuItem[] {
  const taken = new Set<string>();
  return tops.map((top) => {
    const name = taken.has(top.name) ? `平台${top.name}` : top.name;
    taken.add(name);
    return { ...top, name };
  });
}

/** Menus of a session. */
export async function sessionMenus(services: Services, session: Session): Promise<MenuItem[]> {
  const rows = await services.db
    .selectFrom('menu')
    .selectAll()
    .where('unit_type', 'in', [...menuAreas(session)])
    .execute();
  const guard = services.pageGuard;
  return menuTree(rows, services.registry, session, await guard?.hides(session), await guard?.warns(session));
}

/** Of those an area has several of, the first that the session may open. */
const homes: Readonly<Record<MenuArea, readonly string[]>> = {
  SYSTEM: ['/admin/system'],
  PLATFORM: ['/admin/platform/platform_home'],
  AGENT: ['/admin/agent/agent_home'],
  CONTRACTOR: ['/admin/contractor/contractor_home', '/admin/contractor/supply_home'],
  ORGANIZATION: ['/admin/organization/home', '/admin/organization/department_home'],
};

const leaves = (items: readonly MenuItem[]): string[] =>
  items.flatMap(({ url, children }) => (children.length > 0 ? leaves(children) : [url]));

/** The first tab: a home of the area where the session may open it, else the first menu that is its own, else the page that says so. */
export function homeOf(services: Services, session: Session, menus: readonly MenuItem[]): string {
  const home = homes[session.unitType ?? 'SYSTEM'].find((path) => {
    const entry = services.registry.at(path);
    return entry && may(session, entry.page, path, 'query');
  });
  if (home) return home;
  // What everybody has (审批) says nothing of whose work this is.
  const own = leaves(menus).find((url) => !services.registry.at(url.split(/[?#]/)[0]!)?.page.everyone);
  return own ?? menus[0]?.url ?? '/not-core';
}
