/** Writes temperatures down and judges them by the organization's threshold. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Acting } from '../acting.ts';

export interface Taken {
  personId: number;
  /** ISO 8601. */
  at: string;
  temperature: string;
  handle: string | null;
  /** The terminal that measured; none by hand and from files. */
  deviceId?: number;
}

/** Adds records; one person has one per instant, a repeated one is left out. Answers the ids written, by index. */
export async function recordTemperatures(
  executor: Sql,
  { organizationId, by, ids, clock }: Acting,
  source: 'MANUAL' | 'IMPORT' | 'DEVICE',
  feverFrom: string,
  taken: readonly Taken[],
): Promise<Map<number, number>> {
  const fresh = await ids.take(taken.length);
  const { rows } = await executor.query<{ id: number }>(
    `insert into temperature_record (organization_id, id, person_id, at, temperature, source, abnormal, handle, device_id,
                                     created_at, created_by, updated_at)
     select $1, r.id, r.person_id, r.at, r.temperature, $3, r.temperature >= $4::numeric, r.handle, r.device_id, $5, $6, $5
       from jsonb_to_recordset($2::jsonb) as r(id bigint, person_id bigint, at timestamptz, temperature numeric, handle text, device_id bigint)
     on conflict do nothing returning id`,
    [
      organizationId,
      JSON.stringify(
        taken.map((t, i) => ({
          id: fresh[i],
          person_id: t.personId,
          at: t.at,
          temperature: t.temperature,
          handle: t.handle,
          device_id: t.deviceId ?? null,
        })),
      ),
      source,
      feverFrom,
      isoAt(clock.now()),
      by,
    ],
  );
  const written = new Set(rows.map((row) => row.id));
  return new Map(fresh.flatMap((id, i) => (written.has(id) ? [[i, id] as const] : [])));
}
