/** What the console is told about the signed-in account. */
import type { Looks } from '../../../kit/define/looks.ts';
import { type UnitType, verbsOf } from '../../../kit/define/page.ts';
import { readLooks } from '../../../kit/server/account-looks.ts';
import type { Services, Session } from '../../../kit/server/context.ts';
import { inArea, may, verbForScope } from '../../../kit/server/page/grants.ts';
import type { Registry } from '../../../kit/server/page/registry.ts';
import { isWide } from '../../../kit/server/query/scope.ts';
import { countMatters } from '../accounts/own-matters.ts';
import { homeOf, type MenuItem, sessionMenus } from '../menus/session-menus.ts';

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
  /** Passwords others made for the account, and invitations, that wait for its holder. */
  matters: number;
  /** `path#verb`, or `*` for everything of the area. */
  grants: string[];
  looks: Looks;
  /** Its scope holds more than one organization. */
  wide: boolean;
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

/** Verbs of pages that no role names: those for everyone signed in, and those that go with another page. */
function unnamed(registry: Registry, session: Session): string[] {
  return registry.all
    .filter(({ page, path }) => (page.everyone || page.of) && inArea(session, path))
    .flatMap(({ page, path }) =>
      Object.keys(verbsOf(page)).flatMap((verb) => (may(session, page, path, verb) ? [`${path}#${verb}`] : [])),
    );
}

/** What the roles grant, without what the data scope takes from it: its buttons are not shown. */
function granted(registry: Registry, session: Session): string[] {
  return [...session.grants].filter((grant) => {
    const [path = '', verb = ''] = grant.split('#');
    const entry = registry.at(path);
    return entry === undefined || verbForScope(session, entry.page, verb);
  });
}

/** Everything the shell starts with. */
export async function adminInfo(services: Services, session: Session): Promise<AdminInfo> {
  const [facts, menus, matters, looks] = await Promise.all([
    adminFacts(services, session),
    sessionMenus(services, session),
    countMatters(services, session.accountId),
    readLooks(services.db, session.accountId),
  ]);
  return {
    ...facts,
    menus,
    matters,
    looks,
    home: homeOf(services, session, menus),
    wide: isWide(session.scope),
    grants:
      session.grants === 'ALL'
        ? ['*']
        : [...granted(services.registry, session), ...unnamed(services.registry, session)].sort(),
  };
}
