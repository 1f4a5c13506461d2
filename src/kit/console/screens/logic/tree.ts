/** Flat rows with a parent key as the tree a table shows. */
import type { AnyRow } from './actions.ts';

export type TreeRow = AnyRow & { children?: TreeRow[] };

/**
 * Nests rows under their parents, in the order they came. A row whose parent is not among them is a root, and so is
 * the first of a ring (a row must never vanish because of its parent).
 */
export function treeRows(rows: readonly AnyRow[], parentKey: string): TreeRow[] {
  const nodes = new Map<unknown, TreeRow>(rows.map((row) => [row.id, { ...row }]));
  const roots: TreeRow[] = [];
  for (const node of nodes.values()) {
    const parent = nodes.get(node[parentKey]);
    if (!parent || leadsTo(nodes, parent, node, parentKey)) roots.push(node);
    else {
      parent.children ??= [];
      parent.children.push(node);
    }
  }
  return roots;
}

function leadsTo(nodes: Map<unknown, TreeRow>, from: TreeRow, to: TreeRow, parentKey: string): boolean {
  const seen = new Set<TreeRow>();
  for (let at: TreeRow | undefined = from; at && !seen.has(at); at = nodes.get(at[parentKey])) {
    if (at === to) return true;
    seen.add(at);
  }
  return false;
}
