/** Lists of passages through doors of kitchens: the rows both pages show, each with its own columns. */
import { sql } from 'kysely';
import type { Db } from '../../../kit/server/context.ts';
import { entryJoins, entryResult, entryStanding } from './entry-sql.ts';

/** The passage, who it was, and what check counted then; `direction` keeps one way. */
export const entriesFrom = (db: Db) =>
  db
    .selectFrom('passage as g')
    .innerJoin('district as d', (on) =>
      on.onRef('d.organization_id', '=', 'g.organization_id').onRef('d.id', '=', 'g.district_id'),
    )
    .leftJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'g.organization_id').onRef('p.id', '=', 'g.person_id'),
    )
    .innerJoinLateral(
      sql<Entered>`(select w.id as worker_id, w.post, coalesce(w.restaurant_id, d.restaurant_id) as restaurant_id, t.name as shift,
        k.check_at, k.temp10 as check_temp10, ${sql.raw(entryStanding)} as standing, ${sql.raw(entryResult)} as result
        from (select 1) one ${sql.raw(entryJoins)})`.as('e'),
      (on) => on.onTrue(),
    )
    .where('d.family', '=', 'KITCHEN');

interface Entered {
  worker_id: number | null;
  post: string | null;
  restaurant_id: number | null;
  shift: string | null;
  check_at: string | null;
  check_temp10: number | null;
  standing: string;
  result: string;
}

/** Columns both lists have beside those of the passage. */
export const entryColumns = { post: 'e.post', restaurantId: 'e.restaurant_id', standing: 'e.standing' } as const;

/** What their refs are called. */
export const entryNames = {
  personId: 'p.name',
  restaurantId: sql`(select r.name from restaurant r where r.organization_id = g.organization_id and r.id = e.restaurant_id)`,
  districtId: 'd.name',
  deviceId: sql`(select v.name from device v where v.organization_id = g.organization_id and v.id = g.device_id)`,
} as const;
