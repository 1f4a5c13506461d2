/** What a ready-made role comes to over the pages there are: its grants, and what in it names nothing. */
import { type Duty, duties, dutyOf } from '../../../kit/define/duty.ts';
import type { AnyPage } from '../../../kit/define/page.ts';
import type { Registry } from '../../../kit/server/page/registry.ts';
import type { PermissionGroup } from '../shapes.ts';
import type { DataScope } from '../tables.ts';
import { permissionGroups } from './permissions.ts';
import type { ReadyRole } from './ready-roles.ts';

const tokens = (work: string) => work.split(' ').filter(Boolean);
const known = new Set<string>(duties.map((duty) => duty.value));

/** Whether sessions of the data scope may open the page. */
function openTo(page: AnyPage, scope: DataScope): boolean {
  if (scope !== 'DEPARTMENT' && scope !== 'SELF') return true;
  return page.limited === 'common' || page.limited?.includes(scope) === true;
}

/** What the role does on a page: the nearest of page, group, top item and everything decides alone. */
function workOn({ work }: ReadyRole, path: string, group: PermissionGroup): string {
  const where = [path.replace(/^\/admin\/[a-z]+/, ''), `${group.top}/${group.child}`, group.top, '*'];
  return work[where.find((key) => Object.hasOwn(work, key)) ?? ''] ?? '';
}

/** The role's grants, `path#verb`, sorted; a page that it works on can be opened. */
export function grantsOf(registry: Registry, role: ReadyRole): string[] {
  const grants = permissionGroups(registry, role.unitType).flatMap((group) =>
    group.pages.flatMap(({ path, verbs }) => {
      const { page } = registry.at(path)!;
      const said = new Set(tokens(workOn(role, path, group)));
      if (!openTo(page, role.dataScope)) return [];
      const own = verbs
        .map((verb) => verb.key)
        .filter((verb) => said.has(`+${verb}`) || (said.has(dutyOf(page, verb)) && !said.has(`-${verb}`)));
      return own.length === 0 ? [] : [...new Set(['query', ...own])].map((verb) => `${path}#${verb}`);
    }),
  );
  return grants.sort();
}

/** One sentence per place, duty or verb in the ready-made roles that the registry does not know. */
export function roleFaults(registry: Registry, roles: readonly ReadyRole[]): string[] {
  return roles.flatMap((role) => {
    const groups = permissionGroups(registry, role.unitType);
    const area = `/admin/${role.unitType.toLowerCase()}`;
    const pages = new Map(groups.flatMap((group) => group.pages).map((page) => [page.path, page.verbs]));
    const menu = new Set(['*', ...groups.flatMap(({ top, child }) => [top, `${top}/${child}`])]);
    return Object.entries(role.work).flatMap(([where, work]) => {
      const verbs = pages.get(area + where);
      if (!verbs && !menu.has(where))
        return [`role ${role.name}: ${where} is no page and no menu: name a page below ${area} or a group of its menu`];
      return tokens(work)
        .filter(
          (token) => !known.has(token) && !verbs?.some((verb) => token.slice(1) === verb.key && /^[+-]/.test(token)),
        )
        .map((token) => `role ${role.name}: ${token} at ${where} is no duty and no verb: name one, or take it out`);
    });
  });
}

/** How many pages the grants open and how many buttons of each duty they bring, for who chooses a role. */
export function dutyCounts(registry: Registry, grants: readonly string[]): { duty: Duty; count: number }[] {
  const found = grants.flatMap((grant) => {
    const [path = '', verb = ''] = grant.split('#');
    const entry = registry.at(path);
    return entry ? [{ verb, duty: dutyOf(entry.page, verb) }] : [];
  });
  return duties
    .map(({ value }) => ({
      duty: value,
      count: found.filter(({ verb, duty }) => duty === value && (value !== 'look' || verb === 'query')).length,
    }))
    .filter((one) => one.count > 0);
}
