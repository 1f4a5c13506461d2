/** What a unit's accounts may see, read from the tenancy chain at sign-in. Fails closed: an unknown unit sees nothing. */

import { sql } from 'kysely';
import type { UnitType } from '../../kit/define/page.ts';
import { addDays } from '../../kit/server/clock.ts';
import type { Db } from '../../kit/server/context.ts';
import type { Reach, Served } from '../../kit/server/query/scope.ts';
import './tables.ts';

export interface ResolvedScope {
  unitName: string;
  /** May its accounts sign in? Expired units may, to renew; disabled and unknown ones may not. */
  active: boolean;
  agents: Reach;
  contractors: Reach;
  organizations: Reach;
  restaurants: Reach;
  served?: Served | undefined;
  accounts?: Reach | undefined;
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

/** Days after the end of a contract for which the contractor still sees the days it served: two years of books, and a margin. */
export const rememberedDays = 800;

/** Organizations in reach that have opened their diners' accounts to the contractor, or where it runs every restaurant. */
async function openAccounts(db: Db, contractorId: number): Promise<number[]> {
  const open = await db
    .selectFrom('contract_site as s')
    .select('s.organization_id as id')
    .distinct()
    .where('s.contractor_id', '=', contractorId)
    .where('s.status', '=', 'ACTIVE')
    .where(
      sql<boolean>`(s.accounts_visible = 'YES' or s.accounts_visible = 'SOLE'
        and exists (select 1 from restaurant r where r.organization_id = s.organization_id and r.status = 'NORMAL')
        and not exists (select 1 from restaurant r where r.organization_id = s.organization_id and r.status = 'NORMAL'
          and r.contractor_id is distinct from s.contractor_id))`,
    )
    .execute();
  return ids(open);
}

async function servedBy(db: Db, contractorId: number, today: string): Promise<Served> {
  const all = await db
    .selectFrom('contract_restaurant')
    .select([
      'organization_id',
      'restaurant_id',
      sql<boolean>`to_date >= ${addDays(today, -rememberedDays)}::date`.as('remembered'),
    ])
    .distinct()
    .where('contractor_id', '=', contractorId)
    .execute();
  const terms = all.filter(({ remembered }) => remembered);
  return {
    terms: 'contract_restaurant',
    contractor: contractorId,
    organizations: [...new Set(terms.map((term) => term.organization_id))],
    restaurants: [...new Set(terms.map((term) => term.restaurant_id))],
    whole: true,
    forgets: terms.length < all.length,
  };
}

async function contractorScope(db: Db, id: number, today: string): Promise<ResolvedScope> {
  const contractor = await db
    .selectFrom('contractor')
    .select(['name', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!contractor) return nothing;
  const [current, restaurants, served, accounts] = await Promise.all([
    db
      .selectFrom('contract_site')
      .select('organization_id as id')
      .distinct()
      .where('contractor_id', '=', id)
      .where('status', '=', 'ACTIVE')
      .execute(),
    db.selectFrom('restaurant').select('id').where('contractor_id', '=', id).execute(),
    servedBy(db, id, today),
    openAccounts(db, id),
  ]);
  return {
    unitName: contractor.name,
    active: contractor.status !== 'DISABLED',
    agents: [],
    contractors: [id],
    organizations: ids(current),
    restaurants: ids(restaurants),
    served,
    accounts,
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
 * own restaurants there, beside the days it has served, an organization itself, the platform everything. `db` must see
 * everything (services.db); `today` is the date contracts are remembered from.
 */
export async function resolveScope(
  db: Db,
  unitType: UnitType | null,
  unitId: number | null,
  today: string,
): Promise<ResolvedScope> {
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
  return unitType === 'CONTRACTOR' ? contractorScope(db, unitId, today) : organizationScope(db, unitId);
}
