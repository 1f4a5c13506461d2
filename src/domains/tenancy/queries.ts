/** What other domains may ask about units and places. `db` is the caller's: narrowed, or services.db. */
import { sql } from 'kysely';
import type { Db } from '../../kit/server/context.ts';
import './tables.ts';

export interface MealPeriod {
  id: number;
  name: string;
  /** `HH:mm` of the business day, 04:00–28:00; end excluded. */
  startTime: string;
  endTime: string;
  /** Times one person may consume in it; null is unbounded. */
  times: number | null;
  color: string;
  sort: number;
}

/** Meal periods in use, in the order of the day. */
export async function mealPeriodsOf(db: Db, organizationId: number): Promise<MealPeriod[]> {
  return db
    .selectFrom('meal_period')
    .select(['id', 'name', 'start_time as startTime', 'end_time as endTime', 'times', 'color', 'sort'])
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'NORMAL')
    .orderBy('start_time')
    .execute();
}

export interface SitePlace {
  deploySiteId: number;
  deploySiteName: string;
  restaurantId: number | null;
  restaurantName: string | null;
  contractorId: number | null;
  /** Site and restaurant are both in use. */
  active: boolean;
  /** Meal periods the restaurant serves; empty means all. */
  mealPeriodIds: number[];
}

/** Every deploy site of the organization with the restaurant it belongs to. */
export async function sitePlacesOf(db: Db, organizationId: number): Promise<SitePlace[]> {
  return db
    .selectFrom('deploy_site as s')
    .leftJoin('restaurant as r', (join) =>
      join.onRef('r.organization_id', '=', 's.organization_id').onRef('r.id', '=', 's.restaurant_id'),
    )
    .select([
      's.id as deploySiteId',
      's.name as deploySiteName',
      'r.id as restaurantId',
      'r.name as restaurantName',
      'r.contractor_id as contractorId',
      sql<boolean>`s.status = 'NORMAL' and coalesce(r.status, 'NORMAL') = 'NORMAL'`.as('active'),
      sql<number[]>`coalesce(r.meal_period_ids, '{}')`.as('mealPeriodIds'),
    ])
    .where('s.organization_id', '=', organizationId)
    .execute();
}

/** Restaurants of the organization, stopped ones included. */
export async function restaurantsOf(db: Db, organizationId: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('restaurant')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .orderBy('name')
    .execute();
}

export interface UnitCounts {
  agents: number;
  contractors: number;
  organizations: number;
  /** Organizations whose service ends within 30 days or is over. */
  expiring: number;
}

/** Units in use within the scope of `db`; `today` is `YYYY-MM-DD`. */
export async function unitCounts(db: Db, today: string): Promise<UnitCounts> {
  const count = (table: 'agent' | 'contractor' | 'organization') =>
    db
      .selectFrom(table)
      .select(sql<number>`count(*)::int`.as('n'))
      .where('status', '<>', 'DISABLED')
      .executeTakeFirstOrThrow();
  const [agents, contractors, organizations, expiring] = await Promise.all([
    count('agent'),
    count('contractor'),
    count('organization'),
    db
      .selectFrom('organization')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('status', '<>', 'DISABLED')
      .where(sql<boolean>`expire_at < ${today}::date + 30`)
      .executeTakeFirstOrThrow(),
  ]);
  return { agents: agents.n, contractors: contractors.n, organizations: organizations.n, expiring: expiring.n };
}

/** Names of organizations by id; ids out of scope are absent. */
export async function organizationNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('organization').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map((r) => [r.id, r.name]));
}
