/**
 * For jobs that look at everything of a kind: what they find now is raised where no alert stands yet, what stands is told in the
 * words of now, and what stands and is found no more is cleared.
 */
import type { Services } from '../../kit/server/context.ts';
import { live } from './alert-states.ts';
import { type AlertKind, type AlertLevel, kindsOfAlert } from './catalogue.ts';
import { type Alarm, clear, raise } from './raise.ts';

export interface Found {
  organizationId: number;
  alarm: Omit<Alarm, 'kind'>;
}

interface Standing {
  organizationId: number;
  object: string;
  level: AlertLevel;
  detail: string;
}

const keyOf = (organizationId: number, object: string) => `${organizationId}/${object}`;

/**
 * Brings the alerts of `kind` in line with what was found in all units, each unit in a transaction of its own. `prefix`: of the
 * objects this job looks at, where another looks at others of the kind.
 */
export async function keepAlerts(
  services: Services,
  kind: AlertKind,
  found: readonly Found[],
  prefix = '',
): Promise<void> {
  const { rows } = await services.pool.query<Standing>(
    `select /* wall: a job over every unit, each handled within its own */ organization_id as "organizationId",
       object_key as object, level, detail from alert where kind = $1 and status in ('OPEN', 'HANDLING')
         and starts_with(object_key, $2)`,
    [kind, prefix],
  );
  const standing = new Map(rows.map((row) => [keyOf(row.organizationId, row.object), row]));
  const wanted = new Set(found.map(({ organizationId, alarm }) => keyOf(organizationId, alarm.object)));
  const fresh = found.filter(({ organizationId, alarm }) => {
    const level = standing.get(keyOf(organizationId, alarm.object))?.level;
    return level === undefined || level !== (alarm.level ?? kindsOfAlert[kind].level);
  });
  const reworded = found.filter(({ organizationId, alarm }) => {
    const known = standing.get(keyOf(organizationId, alarm.object));
    return known !== undefined && known.detail !== alarm.detail;
  });
  const over = rows.filter((row) => !wanted.has(keyOf(row.organizationId, row.object)));
  for (const organizationId of new Set([...fresh, ...reworded, ...over].map((one) => one.organizationId)))
    await services.db.transaction().execute(async (db) => {
      const host = { db, ids: services.ids, clock: services.clock };
      for (const { alarm } of fresh.filter((one) => one.organizationId === organizationId))
        await raise(host, organizationId, { ...alarm, kind });
      // No repetition: it is the same, told better.
      for (const { alarm } of reworded.filter((one) => one.organizationId === organizationId))
        await db
          .updateTable('alert')
          .set({ detail: alarm.detail })
          .where('organization_id', '=', organizationId)
          .where('kind', '=', kind)
          .where('object_key', '=', alarm.object)
          .where('status', 'in', live)
          .execute();
      for (const { object } of over.filter((one) => one.organizationId === organizationId))
        await clear(host, organizationId, { kind, object });
    });
}
