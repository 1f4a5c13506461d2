/** Grants outlive what they were given for: what no page does any more is no right, and no reason to refuse a role. */
import { verbsOf } from '../../../kit/define/page.ts';
import type { Registry } from '../../../kit/server/page/registry.ts';

const known = new WeakMap<Registry, ReadonlySet<string>>();

function knownTo(registry: Registry): ReadonlySet<string> {
  const found =
    known.get(registry) ??
    new Set(registry.all.flatMap(({ path, page }) => Object.keys(verbsOf(page)).map((verb) => `${path}#${verb}`)));
  known.set(registry, found);
  return found;
}

/** Those of a role's stored grants that a page still has. Stored ones stay until the role is saved again. */
export const livingGrants = (registry: Registry, grants: readonly string[]): string[] =>
  grants.filter((grant) => knownTo(registry).has(grant));
