/** Who came into the kitchens on a day, and how they stood with the morning check at each door. */
import { addDays } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { EntryStanding } from '../words.ts';
import { entryJoins, entryStanding } from './entry-sql.ts';

export interface Entry {
  personId: number | null;
  workerId: number | null;
  restaurantId: number | null;
  district: string;
  /** Epoch ms. */
  at: number;
  standing: EntryStanding;
  /** Told by a door that was cut off. */
  late: boolean;
}

/** Entries let in, oldest first. The day is that of the shift they fall into, else the calendar's: bakers come before four. */
export async function readEntries(db: Sql, organizationId: number, day: string): Promise<Entry[]> {
  const { rows } = await db.query<Entry>(
    `select g.person_id as "personId", w.id as "workerId", coalesce(w.restaurant_id, d.restaurant_id) as "restaurantId",
       d.name as district, (extract(epoch from g.at) * 1000)::bigint as at, ${entryStanding} as standing, g.late
     from passage g join district d on d.organization_id = g.organization_id and d.id = g.district_id and d.family = 'KITCHEN'
     ${entryJoins}
     where g.organization_id = $1 and g.direction = 'IN' and g.verdict = 'PASS' and g.day between $3 and $4
       and coalesce(t.day, (g.at at time zone 'Asia/Shanghai')::date) = $2::date
     order by g.at, g.id`,
    [organizationId, day, addDays(day, -1), addDays(day, 1)],
  );
  return rows;
}

/** Persons by the worst they were let in with: 入厨 = 合格 + 未检 + 不合格. Zones without a check count nobody. */
export function countEntered(entries: readonly Entry[]) {
  const counts = { entered: 0, PASS: 0, NO_CHECK: 0, FAILED_CHECK: 0 };
  const checked = entries.filter((one) => one.standing !== 'EXEMPT');
  for (const own of Map.groupBy(checked, (one) => one.personId ?? `unknown:${one.at}`).values()) {
    const has = (standing: EntryStanding) => own.some((one) => one.standing === standing);
    counts.entered += 1;
    counts[has('FAILED_CHECK') ? 'FAILED_CHECK' : has('NO_CHECK') ? 'NO_CHECK' : 'PASS'] += 1;
  }
  return counts;
}
