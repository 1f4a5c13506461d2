/** The menu tree with its buttons as a tree of checkboxes, and what ticking it means. Pure. */
import type { PermissionGroup } from '../shapes.ts';

export interface GrantNode {
  key: string;
  title: string;
  children?: GrantNode[];
}

/** Top items over children over pages over buttons; a leaf's key is its grant. */
export function grantTree(groups: readonly PermissionGroup[]): GrantNode[] {
  const tops = new Map<string, GrantNode & { children: GrantNode[] }>();
  for (const group of groups) {
    const top = tops.get(group.top) ?? { key: group.top, title: group.top, children: [] };
    tops.set(group.top, top);
    const pages = group.pages.map((page) => ({
      key: page.path,
      title: page.title,
      children: page.verbs.map((verb) => ({ key: `${page.path}#${verb.key}`, title: verb.label })),
    }));
    const same = group.child === group.top;
    if (same) top.children.push(...pages);
    else top.children.push({ key: `${group.top}/${group.child}`, title: group.child, children: pages });
  }
  return [...tops.values()];
}

/**
 * The grants after a tick. A button brings its page's 查看 along; taking 查看 away takes the page's buttons with it.
 */
export function tidyGrants(before: readonly string[], ticked: readonly string[]): string[] {
  const now = new Set(ticked.filter((key) => key.includes('#')));
  const lost = before.filter((g) => g.endsWith('#query') && !now.has(g)).map((g) => g.split('#')[0]!);
  for (const grant of [...now]) {
    const page = grant.split('#')[0]!;
    const added = !before.includes(grant);
    if (lost.includes(page) && !added) now.delete(grant);
    else now.add(`${page}#query`);
  }
  return [...now].sort();
}

/** Groups whose page, button or group name holds the words. */
export function filterGroups(groups: readonly PermissionGroup[], words: string): PermissionGroup[] {
  if (words === '') return [...groups];
  return groups
    .map((group) =>
      group.top.includes(words) || group.child.includes(words)
        ? group
        : {
            ...group,
            pages: group.pages.filter((p) => p.title.includes(words) || p.verbs.some((v) => v.label.includes(words))),
          },
    )
    .filter((group) => group.pages.length > 0);
}
