/** What identity needs of other domains, and what it puts into the services. */
import type { UnitType } from '../../kit/define/page.ts';
import type { Db } from '../../kit/server/context.ts';
import type { Reach, Served } from '../../kit/server/query/scope.ts';
import type { Refusal } from '../../kit/server/refusal.ts';
import type { SessionCache } from './sessions/session-cache.ts';

/** The platform is one unit; its memberships carry this id. */
export const platformUnitId = 1;

/** A unit and what its staff may see; tenancy answers it from its own tables. */
export interface UnitScope {
  unitName: string;
  /** False for units that are disabled or whose service has ended: nobody acts for them. */
  active: boolean;
  agents: Reach;
  contractors: Reach;
  organizations: Reach;
  restaurants: Reach;
  served?: Served | undefined;
  accounts?: Reach | undefined;
}

export interface ScopeSource {
  /** The unit's reach; undefined when there is no such unit. `db` sees everything. */
  resolveScope(db: Db, unitType: UnitType, unitId: number): Promise<UnitScope | undefined>;
}

/** A customer an agent opens: an organization on trial, or a contractor. */
export interface Customer {
  type: 'CONTRACTOR' | 'ORGANIZATION';
  name: string;
  /** Of an organization. */
  kind: string | null;
  regionId: number | null;
  contact: string;
  phone: string;
}

declare module '../../kit/server/context.ts' {
  interface Services {
    /** Set by tenancy. */
    scopeSource: ScopeSource;
    /**
     * Set by tenancy. Opens a customer of the session's agent in the caller's transaction and answers its id; DUPLICATE at
     * `unitName` when the name is taken.
     */
    openCustomer(ctx: Ctx, customer: Customer): Promise<{ id: number } | Refusal>;
    /** Sessions seen a moment ago; commands that end sessions tell it. */
    sessionCache: SessionCache;
  }
}
