/**
 * What a terminal says it holds, against what it should hold: the digest of the list of `personId:version`, sorted by person.
 * Where it differs the terminal is asked for its list, and told what has no business there.
 */
import { createHash } from 'node:crypto';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';

export interface FacesTold {
  faceCount: number;
  faceDigest: string;
}

export interface FaceOnDevice {
  personId: number;
  version: number;
}

/** After this long an unchanged digest is held against the books again. */
const againMs = 10 * 60_000;

/** SHA-256 of the lines, hex. */
export function faceDigest(faces: readonly FaceOnDevice[]): string {
  const lines = faces
    .toSorted((a, b) => a.personId - b.personId)
    .map(({ personId, version }) => `${personId}:${version}`);
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** What is confirmed to be on the terminal and not to be off it. */
export async function facesExpected(db: Sql, organizationId: number, deviceId: number): Promise<FaceOnDevice[]> {
  const { rows } = await db.query<FaceOnDevice>(
    `select target_id as "personId", target_version as version from device_push
     where organization_id = $1 and device_id = $2 and target_type = 'FACE' and action <> 'DELETE' and status = 'OK'`,
    [organizationId, deviceId],
  );
  return rows;
}

/**
 * Notes what a terminal says of its faces; true when they are what the platform expects. An unchanged digest is not looked at
 * again for ten minutes unless `now` is asked for.
 */
export async function noteInventory(
  db: Sql,
  organizationId: number,
  deviceId: number,
  told: FacesTold,
  nowMs: number,
  look: 'now' | 'later' = 'later',
): Promise<boolean> {
  const { rows } = await db.query<{ digest: string; count: number; checkedMs: number; differs: boolean }>(
    `select face_digest as digest, face_count as count, (extract(epoch from checked_at) * 1000)::bigint as "checkedMs",
       differs_since is not null as differs
     from device_face_inventory where organization_id = $1 and device_id = $2`,
    [organizationId, deviceId],
  );
  const [before] = rows;
  const same = before?.digest === told.faceDigest && before.count === told.faceCount;
  if (same && look === 'later' && nowMs - before.checkedMs < againMs && !before.differs) return true;
  const expected = await facesExpected(db, organizationId, deviceId);
  const right = expected.length === told.faceCount && faceDigest(expected) === told.faceDigest;
  await db.query(
    `insert into device_face_inventory as i (organization_id, device_id, face_count, face_digest, at, checked_at, expected_count,
       differs_since)
     values ($1, $2, $3, $4, $5, $5, $6, $7)
     on conflict (organization_id, device_id) do update set face_count = excluded.face_count, face_digest = excluded.face_digest,
       at = excluded.at, checked_at = excluded.checked_at, expected_count = excluded.expected_count,
       differs_since = case when excluded.differs_since is null then null
         else coalesce(i.differs_since, excluded.differs_since) end`,
    [
      organizationId,
      deviceId,
      told.faceCount,
      told.faceDigest,
      isoAt(nowMs),
      expected.length,
      right ? null : isoAt(nowMs),
    ],
  );
  return right;
}

/**
 * The whole list of a terminal: `remove` is what it has to delete at once. A deletion that was declared and is not so is open
 * again, a face that should be there and is not is sent again.
 */
export async function takeInventory(
  db: Sql,
  organizationId: number,
  deviceId: number,
  listed: readonly FaceOnDevice[],
  nowMs: number,
): Promise<{ remove: number[]; missing: number }> {
  const expected = await facesExpected(db, organizationId, deviceId);
  const should = new Map(expected.map(({ personId, version }) => [personId, version]));
  const there = new Map(listed.map(({ personId, version }) => [personId, version]));
  const remove = [...there.keys()].filter((personId) => !should.has(personId));
  const missing = [...should].filter(([personId, version]) => there.get(personId) !== version).map(([id]) => id);
  const reopen = (people: readonly number[], deletes: boolean, code: string, message: string) =>
    db.query<{ personId: number }>(
      `update device_push q set status = 'PENDING', proof = null, proof_digest = null, proof_signature = null, done_at = null,
         error_code = $5, error_msg = $6, created_at = $7
       where q.organization_id = $1 and q.device_id = $2 and q.target_type = 'FACE' and q.target_id = any($3::bigint[])
         and (q.action = 'DELETE') = $4 and q.status = 'OK'
         and not exists (select 1 from device_push n where n.organization_id = $1 and n.device_id = $2 and n.target_type = 'FACE'
           and n.target_id = q.target_id and n.status in ('PENDING', 'SENT', 'FAILED', 'EXPIRED'))
       returning q.target_id as "personId"`,
      [organizationId, deviceId, people, deletes, code, message, isoAt(nowMs)],
    );
  const { rows: left } = await reopen(remove, true, 'STILL_THERE', '清点时设备上仍有这张人脸');
  await reopen(missing, false, 'NOT_THERE', '清点时设备上没有这张人脸');
  if (left.length > 0)
    await db.query(
      `update face_info set status = 'WITHDRAWN', deleted_at = null, updated_at = $3, version = version + 1
       where organization_id = $1 and person_id = any($2::bigint[]) and status = 'DELETED'`,
      [organizationId, left.map(({ personId }) => personId), isoAt(nowMs)],
    );
  await db.query(
    `update device_face_inventory set listed_at = $3, unknown_count = $4, missing_count = $5
     where organization_id = $1 and device_id = $2`,
    [organizationId, deviceId, isoAt(nowMs), remove.length, missing.length],
  );
  return { remove, missing: missing.length };
}
