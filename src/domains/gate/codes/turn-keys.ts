/** At night: keys older than ninety days get a successor, and doors forget codes that have ended. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { publishDoors } from '../rules/publish-doors.ts';
import { keyMs, makeKey } from './keys.ts';

/** All units that have keys; safe to run again. */
export async function turnKeys(services: Services, signal?: AbortSignal): Promise<void> {
  const { rows } = await services.pool.query<{ id: number; due: boolean }>(
    `select /* wall: every unit's own, by its age */ organization_id as id, max(created_at) < $1 as due from entrance_key
     group by organization_id order by organization_id`,
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
