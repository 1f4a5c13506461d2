/** Puts a context together: of a signed-in request, and for work that no request carries (imports, exports, the demo, tests). */
import type { Ctx, Services, Session } from '../context.ts';
import { wholeOrganization } from '../query/scope.ts';
import { auditWith } from './command.ts';

/** What the session does at `path`, narrowed to its scope; what it changes is written to the audit log. */
export function makeContext(
  services: Services,
  session: Session,
  path: string,
  from: { ip?: string; requestKey?: string | undefined } = {},
): Ctx {
  const bare = {
    session,
    scope: session.scope,
    db: services.scoped(session.scope),
    services,
    clock: services.clock,
    ids: services.ids,
    ip: from.ip ?? '',
    path,
    requestKey: from.requestKey,
  };
  return { ...bare, audit: auditWith(bare, bare.db) };
}

/** The house itself at work in an organization, under a name its log may show: jobs, and screens nobody signs in at. */
export const houseContext = (services: Services, organizationId: number, name: string, path: string): Ctx =>
  makeContext(
    services,
    {
      accountId: 0,
      employeeId: null,
      account: '',
      name,
      unitType: 'ORGANIZATION',
      unitId: organizationId,
      unitName: null,
      grants: new Set(),
      scope: wholeOrganization(organizationId),
      mustChangePassword: false,
      tokenHash: '',
    },
    path,
  );
