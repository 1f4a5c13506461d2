/** What a unit's accounts may see, read from the tenancy chain at sign-in. Fails closed: an unknown unit sees nothing. */
import type { UnitType } from '../../kit/define/page.ts';
import type { Db } from '../../kit/server/context.ts';
import type { Reach } from '../../kit/server/query/scope.ts';
import './tables.ts';

export interface ResolvedScope {
  unitName: string;
  /** May its accounts sign in? Expired units may, to renew; disabled and unknown ones may not. */
  active: boolean;
  agents: Reach;
  contractors: Reach;
  organizations: Reach;
  restaurants: Reach;
}

const nothing: ResolvedScope = {
  unitName: '',
  active: false,
  agents: [],
  contractors: [],
  organizations: [],
  restaurants: [],
};

const ids = (rows: readonly { id: number }[]) => rows.map((r) => r.id);

async function agentScope(db: Db, id: number): Promise<ResolvedScope> {
  const agent = await db.selectFrom('agent').select(['name', 'status']).where('id', '=', id).executeTakeFirst();
  if (!agent) return nothing;
  const [contractors, organizations] = await Promise.all([
    db.selectFrom('contractor').select('id').where('agent_id', '=', id).execute(),
    db.selectFrom('organization').select('id').where('agent_id', '=', id).execute(),
  ]);
  return {
    unitName: agent.name,
    active: agent.status !== 'DISABLED',
    agents: [id],
    contractors: ids(contractors),
    organizations: ids(organizations),
    restaurants: 'ALL',
  };
}

async function contractorScope(db: Db, id: number): Promise<ResolvedScope> {
  const contractor = await db
    .selectFrom('contractor')
    .select(['name', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!contractor) return nothing;
  const [served, restaurants] = await Promise.all([
    db
      .selectFrom('contract_site')
      .select('organization_id as id')
      .distinct()
      .where('contractor_id', '=', id)
      .where('status', '=', 'ACTIVE')
      .execute(),
    db.selectFrom('restaurant').select('id').where('contractor_id', '=', id).execute(),
  ]);
  return {
    unitName: contractor.name,
    active: contractor.status !== 'DISABLED',
    agents: [],
    contractors: [id],
    organizations: ids(served),
    restaurants: ids(restaurants),
  };
}

async function organizationScope(db: Db, id: number): Promise<ResolvedScope> {
  const organization = await db
    .selectFrom('organization')
    .select(['name', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!organization) return nothing;
  return {
    unitName: organization.name,
    active: organization.status !== 'DISABLED',
    agents: [],
    contractors: [],
    organizations: [id],
    restaurants: 'ALL',
  };
}

/**
 * The reach of a unit: an agent its customers, a contractor the organizations it has a contract in force with and its
 * own restaurants there, an organization itself, the platform everything. `db` must see everything (services.db).
 */
export async function resolveScope(db: Db, unitType: UnitType | null, unitId: number | null): Promise<ResolvedScope> {
  if (unitType === null || unitType === 'PLATFORM')
    return {
      unitName: '平台',
      active: true,
      agents: 'ALL',
      contractors: 'ALL',
      organizations: 'ALL',
      restaurants: 'ALL',
    };
  if (unitId === null) return nothing;
  if (unitType === 'AGENT') return agentScope(db, unitId);
  return unitType === 'CONTRACTOR' ? contractorScope(db, unitId) : organizationScope(db, unitId);
}
