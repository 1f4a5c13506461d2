/** Who acts on an organization's people, and the means a command needs besides the database. */
import type { Clock } from '../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../kit/server/context.ts';
import type { Ids } from '../../kit/server/ids.ts';
import type { Reach } from '../../kit/server/query/scope.ts';

export interface Acting {
  organizationId: number;
  /** Account that acts; null for jobs. */
  by: number | null;
  ids: Ids;
  clock: Clock;
  /** Departments whose people may be named to it; all where it is left out. */
  sees?: Reach | undefined;
}

/** The signed-in account acting in `organizationId`: its own unit unless a wider session names one it has checked. */
export function acting(ctx: Ctx, organizationId = ownOrganization(ctx)): Acting {
  return { organizationId, by: ctx.session.accountId, ids: ctx.ids, clock: ctx.clock, sees: ctx.scope.departments };
}
