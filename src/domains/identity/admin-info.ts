/** What the console is told about the signed-in account. */
import { type UnitType, verbsOf } from '../../kit/define/page.ts';
import type { Services, Session } from '../../kit/server/context.ts';
import { inArea } from '../../kit/server/page/grants.ts';
import type { Registry } from '../../kit/server/page/registry.ts';
import { homeOf, type MenuItem, sessionMenus } from './session-menus.ts';

export interface AdminFacts {
  id: number;
  name: string;
  account: string;
  avatar: string | null;
  /** Absent for the super administrator. */
  belong?: { id: number; type: UnitType; name: string };
  mustChangePassword: boolean;
}

export interface AdminInfo extends AdminFacts {
  menus: MenuItem[];
  home: string;
  /** `path#verb`, or `*` for everything of the area. */
  grants: string[];
}

/** Name, account and unit of a session. */
export async function adminFacts(services: Services, session: Session): Promise<AdminFacts> {
  const account = await services.db
    .selectFrom('account')
    .select('avatar')
    .where('id', '=', session.accountId)
    .executeTakeFirst();
  return {
    id: session.accountId,
    name: session.name,
    account: session.account,
    avatar: account?.avatar ?? null,
    ...(session.unitType !== null && session.unitId !== null
      ? { belong: { id: session.unitId, type: session.unitType, name: session.unitName ?? '' } }
      : {}),
    mustChangePassword: session.mustChangePassword,
  };
}

/** Verbs of the pages everyone signed in may use. */
function openToAll(registry: Registry, session: Session): string[] {
  return registry.all
    .filter(({ page, path }) => page.everyone && inArea(session, path))
    .flatMap(({ page, path }) => Object.keys(verbsOf(page)).map((verb) => `${path}#${verb}`));
}

/** Everything the shell starts with. */
export async function adminInfo(services: Services, session: Session): Promise<AdminInfo> {
  const [facts, menus] = await Promise.all([adminFacts(services, session), sessionMenus(services, session)]);
  return {
    ...facts,
    menus,
    home: homeOf(services, session, menus),
    grants: session.grants === 'ALL' ? ['*'] : [...session.grants, ...openToAll(services.registry, session)].sort(),
  };
}
