/** Everything a role of one kind of unit may be granted: its pages with their verbs, under the menu's groups. */
import { type UnitType, verbsOf } from '../../../kit/define/page.ts';
import type { Registry } from '../../../kit/server/page/registry.ts';
import { groupSort } from '../menus/menu-order.ts';
import { menuArea } from '../menus/plan-menus.ts';
import type { PermissionGroup } from '../shapes.ts';

const masked = (fields: Readonly<Record<string, { mask?: unknown }>>) => Object.values(fields).some((f) => f.mask);

function groupsOf(registry: Registry, unitType: UnitType): PermissionGroup[] {
  const groups = new Map<string, PermissionGroup & { sort: number }>();
  for (const { path, title, page } of registry.all) {
    // What belongs to another page is granted with that page.
    if (page.everyone || page.of || menuArea(path) !== unitType) continue;
    const menu = page.places.find((p) => p.path === path)?.menu;
    const [top, child] = menu ?? ['其他', '其他'];
    const key = `${top}/${child}`;
    const sort = menu ? groupSort(unitType, top) * 1000 + groupSort(unitType, key) : Number.MAX_SAFE_INTEGER;
    const group = groups.get(key) ?? { top, child, pages: [], sort };
    groups.set(key, group);
    const verbs = { ...verbsOf(page), ...(masked(page.fields) ? { reveal: '查看完整号码' } : {}) };
    group.pages.push({ path, title, verbs: Object.entries(verbs).map(([k, label]) => ({ key: k, label })) });
  }
  return [...groups.values()].sort((a, b) => a.sort - b.sort).map(({ sort: _sort, ...group }) => group);
}

const known = new WeakMap<Registry, Map<UnitType, PermissionGroup[]>>();

/** Groups in the order of the menu; pages that stand in no menu come last. Worked out once a registry: every ready-made role asks. */
export function permissionGroups(registry: Registry, unitType: UnitType): readonly PermissionGroup[] {
  const ofUnit = known.get(registry) ?? new Map<UnitType, PermissionGroup[]>();
  known.set(registry, ofUnit);
  const groups = ofUnit.get(unitType) ?? groupsOf(registry, unitType);
  ofUnit.set(unitType, groups);
  return groups;
}

/** All grants of the groups, `path#verb`. */
export function allGrants(groups: readonly PermissionGroup[]): Set<string> {
  return new Set(groups.flatMap((g) => g.pages.flatMap((p) => p.verbs.map((v) => `${p.path}#${v.key}`))));
}

/** The groups with only what `has` lets through. */
export function within(groups: readonly PermissionGroup[], has: (grant: string) => boolean): PermissionGroup[] {
  return groups
    .map((g) => ({
      ...g,
      pages: g.pages
        .map((p) => ({ ...p, verbs: p.verbs.filter((v) => has(`${p.path}#${v.key}`)) }))
        .filter((p) => p.verbs.length > 0),
    }))
    .filter((g) => g.pages.length > 0);
}
