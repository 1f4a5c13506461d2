/** The context in which what a terminal reports is done for its unit: in the event's transaction, seeing that unit's rows alone. */
import type { Ctx } from '../../../kit/server/context.ts';
import { wholeOrganization } from '../../../kit/server/query/scope.ts';
import type { EventCtx } from '../../device/public.server.ts';

const path = '/admin/organization/sample_management';

/**
 * Nobody is signed in: who acted is said with each step, and the step is the record; the log is of accounts. `witness` is the
 * second person at the cabinet.
 */
export function unitCtx(event: EventCtx, organizationId: number, deviceName: string, witness?: string): Ctx {
  const scope = wholeOrganization(organizationId);
  const { services, clock, ids } = event;
  return {
    session: {
      accountId: 0,
      employeeId: null,
      account: '',
      name: deviceName,
      unitType: 'ORGANIZATION',
      unitId: organizationId,
      unitName: null,
      grants: new Set<string>(),
      scope,
      mustChangePassword: false,
      tokenHash: '',
    },
    scope,
    db: services.scoped(scope, event.db),
    services,
    clock,
    ids,
    ip: '',
    path,
    requestKey: undefined,
    audit: async () => undefined,
    ...(witness === undefined ? {} : { witness: { accountId: 0, account: '', name: witness } }),
  };
}
