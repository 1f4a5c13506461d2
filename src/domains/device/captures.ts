/** CAPTURE: the cameras of a terminal's site are asked for a picture of what goes on at it; at once, or not at all. */
import { isoAt } from '../../kit/server/clock.ts';
import type { Ctx } from '../../kit/server/context.ts';
import { sqlOf } from '../../kit/server/db/sql-of.ts';

/** What a picture is asked of: a word of the domain that asks, the terminal's number of it, the sample it is about. */
export interface Occasion {
  event: string;
  eventNo: number | null;
  sampleId: number | null;
}

/** Cameras of one site that are asked at once. */
const mostCameras = 3;
/** A picture of an occasion is taken that much later at most; after that it shows something else. */
const answeredMinutes = 15;

/** How many cameras were asked; none where the site of the terminal has none. */
export async function askCapture(
  { db, ids, clock }: Pick<Ctx, 'db' | 'ids' | 'clock'>,
  organizationId: number,
  deviceId: number,
  about: Occasion,
): Promise<number> {
  const { rows } = await sqlOf(db).query<{ id: number }>(
    `select c.id from device d
     join device c on c.organization_id = d.organization_id and c.deploy_site_id = d.deploy_site_id and c.id <> d.id
     join device_type t on t.id = c.type_id and t.kind = 'CAMERA'
     where d.organization_id = $1 and d.id = $2 and c.status = 'ACTIVE' order by c.id limit $3`,
    [organizationId, deviceId, mostCameras],
  );
  if (rows.length === 0) return 0;
  const numbers = await ids.take(rows.length);
  await sqlOf(db).query(
    `insert into device_command (organization_id, id, device_id, kind, status, result, created_at, about)
     select $1, t.id, t.device, 'CAPTURE', 'PENDING', '', $4, $5::jsonb from unnest($2::bigint[], $3::bigint[]) as t (id, device)`,
    [organizationId, numbers, rows.map((row) => row.id), isoAt(clock.now()), JSON.stringify(about)],
  );
  return rows.length;
}

/** What the picture a camera sends was asked of; undefined of a command it was not given, or long ago. */
export async function captureOf(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  organizationId: number,
  deviceId: number,
  commandId: number,
): Promise<Occasion | undefined> {
  const { rows } = await sqlOf(db).query<{ about: Occasion }>(
    `select about from device_command where organization_id = $1 and device_id = $2 and id = $3 and kind = 'CAPTURE'
       and created_at > $4::timestamptz - make_interval(mins => $5)`,
    [organizationId, deviceId, commandId, isoAt(clock.now()), answeredMinutes],
  );
  return rows[0]?.about;
}
