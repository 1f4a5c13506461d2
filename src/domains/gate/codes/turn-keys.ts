/** At night: keys older than ninety days get a successor; doors forget codes that have ended, and learn the days of the calendar that came near or were changed. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { publishDoors } from '../rules/publish-doors.ts';
import { keyMs, makeKey } from './keys.ts';

/** All units that have doors, and those with keys; safe to run again. */
export async function turnKeys(services: Services, signal?: AbortSignal): Promise<void> {
  const { rows } = await services.pool.query<{ id: number; due: boolean }>(
    `select /* wall: every unit's own, by its age */ u.id, coalesce(max(k.created_at) < $1, false) as due
     from (select organization_id as id from door union select organization_id from entrance_key) u
     left join entrance_key k on k.organization_id = u.id group by u.id order by u.id`,
    [isoAt(services.clock.now() - keyMs)],
  );
  for (const { id, due } of rows) {
    if (signal?.aborted) return;
    await services.db.transaction().execute(async (trx) => {
      if (due) await makeKey(sqlOf(trx), id, services);
      await publishDoors({ db: trx, clock: services.clock, services }, id);
    });
  }
}
