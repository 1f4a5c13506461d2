/** Ready-made roles that grant what no page of their unit has. */
import type { Registry } from '../../../kit/server/page/registry.ts';
import { allGrants, permissionGroups } from './permissions.ts';
import { grantsOf, type ReadyRole } from './ready-roles.ts';

/** One sentence per grant that the registry does not know. */
export function roleFaults(registry: Registry, roles: readonly ReadyRole[]): string[] {
  return roles.flatMap((role) => {
    const known = allGrants(permissionGroups(registry, role.unitType));
    return grantsOf(role)
      .filter((grant) => !known.has(grant))
      .map((grant) => {
        const [path = '', verb] = grant.split('#');
        const wrong = registry.at(path) ? `no verb of ${path}` : 'of a path where no page is';
        return `role ${role.name}: ${grant} is ${wrong}: name a page below the area of its unit and one of its verbs, or take ${verb} out`;
      });
  });
}
