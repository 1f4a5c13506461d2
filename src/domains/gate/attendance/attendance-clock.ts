/** Every five minutes: days whose windows have ended, days that are open because a door was cut off, days somebody touched. */
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Ctx, Services } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { beyondScope } from '../../../kit/server/query/beyond-scope.ts';
import { settleAttendance } from './settle-attendance.ts';

/** An open day is asked about for so long. */
const openDays = 45;

interface Due {
  organizationId: number;
  day: string;
  personIds: number[];
}

/** Says that these days are to be counted again, of these people or of all (none named), in the caller's transaction. */
export async function touchDays(
  host: Pick<Ctx, 'db'>,
  organizationId: number,
  days: readonly string[],
  personIds: readonly number[] = [0],
): Promise<void> {
  await sqlOf(beyondScope(host)).query(
    `insert into attendance_due (organization_id, person_id, day)
     select $1, p, d from unnest($2::bigint[]) p, unnest($3::date[]) d order by d, p on conflict do nothing`,
    [organizationId, [...new Set(personIds)], [...new Set(days)]],
  );
}

/** One unit in one transaction; answers how many rows changed. */
export async function turnUnit(services: Services, organizationId: number): Promise<number> {
  const today = dateAt(services.clock.now());
  return services.db.transaction().execute(async (trx) => {
    const host = { db: trx, clock: services.clock, ids: services.ids };
    const db = sqlOf(trx);
    // Two who count the same unit wait for one another here.
    await db.query('select id from shift_plan where organization_id = $1 order by id for update', [organizationId]);
    const { rows: due } = await db.query<Due>(
      `with due as (delete from attendance_due where organization_id = $1 returning day, person_id)
       select $1::bigint as "organizationId", day::text as day, array_agg(person_id) as "personIds" from due group by day order by day`,
      [organizationId],
    );
    const { rows: open } = await db.query<{ day: string; personIds: number[] }>(
      `select day::text as day, array_agg(person_id) as "personIds" from attendance_day
       where organization_id = $1 and result = 'PENDING' and day >= $2::date group by day order by day`,
      [organizationId, addDays(today, -openDays)],
    );
    let changed = await settleAttendance(host, organizationId, { from: addDays(today, -1), to: today });
    for (const { day, personIds } of [...due, ...open])
      changed += await settleAttendance(host, organizationId, {
        from: day,
        to: day,
        personIds: personIds.includes(0) ? null : personIds,
      });
    return changed;
  });
}

/** All units with plans, one by one. */
async function eachUnit(services: Services, signal: AbortSignal | undefined, work: (id: number) => Promise<void>) {
  const { rows } = await services.pool.query<{ id: number }>(
    `select distinct /* wall: each unit's own, one by one */ organization_id as id from shift_plan order by 1`,
  );
  for (const { id } of rows) {
    if (signal?.aborted) return;
    await work(id);
  }
}

export const turnAttendance = (services: Services, signal?: AbortSignal): Promise<void> =>
  eachUnit(services, signal, async (id) => {
    await turnUnit(services, id);
  });

/** Days that are looked at once more every night. */
const recountedDays = 7;

/**
 * By night the last days are counted once more from the passages: rows that say something else were wrong, which nobody told; they
 * are put right, and the log says how many.
 */
export const recountAttendance = (services: Services, signal?: AbortSignal): Promise<void> =>
  eachUnit(services, signal, async (organizationId) => {
    await turnUnit(services, organizationId);
    const today = dateAt(services.clock.now());
    const changed = await services.db.transaction().execute(async (trx) => {
      await sqlOf(trx).query('select id from shift_plan where organization_id = $1 order by id for update', [
        organizationId,
      ]);
      const host = { db: trx, clock: services.clock, ids: services.ids };
      const span = { from: addDays(today, -recountedDays), to: addDays(today, -1) };
      return settleAttendance(host, organizationId, span);
    });
    if (changed > 0) services.log.warn('attendance differed from its passages', { organizationId, changed });
  });
