/** The devices' side of the pushes: what a terminal should take over now, and what became of it. */
import type { Pool } from 'pg';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { type FacesTold, noteInventory } from '../faces/face-inventory.ts';
import { againMinutes, expireDays, mostTries, type PushAction, type PushTarget } from './push-states.ts';

/** An item as terminals get it; the picture of a face is fetched apart. */
export interface PushOut {
  id: number;
  target: PushTarget;
  action: PushAction;
  personId: number;
  version: number;
  name: string;
  typeId: number;
  personStatus: string;
  cardNo: string | null;
  physicalNo: string | null;
  cardStatus: string | null;
}

/** At most `limit` items, oldest first; marks them SENT, lets old ones expire and unanswered ones fail. */
export async function takePushes(
  pool: Pool,
  organizationId: number,
  deviceId: number,
  nowMs: number,
  limit: number,
): Promise<PushOut[]> {
  const now = isoAt(nowMs);
  await pool.query({
    name: 'pushes-age',
    text: `update device_push set done_at = $3::timestamptz,
        status = case when status = 'PENDING' then 'EXPIRED' else 'FAILED' end,
        error_code = case when status = 'PENDING' then 'EXPIRED' else 'NO_ANSWER' end,
        error_msg = case when status = 'PENDING' then '设备长期未取' else '设备多次取走后没有应答' end
      where organization_id = $1 and device_id = $2
        and ((status = 'PENDING' and created_at < $3::timestamptz - make_interval(days => $4))
          or (status = 'SENT' and retry >= $6 and sent_at < $3::timestamptz - make_interval(mins => $5)))`,
    values: [organizationId, deviceId, now, expireDays, againMinutes, mostTries],
  });
  const { rows } = await pool.query<PushOut>({
    name: 'pushes-take',
    text: `with taken as (
        update device_push q set retry = q.retry + (q.status = 'SENT')::int, status = 'SENT', sent_at = $3
          from (select id from device_push
                 where organization_id = $1 and device_id = $2
                   and (status = 'PENDING' or (status = 'SENT' and sent_at < $3::timestamptz - make_interval(mins => $4)))
                 order by id limit $5 for update skip locked) w
         where q.organization_id = $1 and q.id = w.id
         returning q.id, q.target_type, q.action, q.target_id, q.target_version)
      select t.id, t.target_type as target, t.action, t.target_id as "personId", t.target_version as version, p.name,
             p.type_id as "typeId", p.status as "personStatus", c.card_no as "cardNo", c.physical_no as "physicalNo",
             c.status as "cardStatus"
        from taken t
        join person p on p.organization_id = $1 and p.id = t.target_id
        left join card c on c.organization_id = $1 and c.person_id = p.id and c.status in ('NORMAL', 'LOST', 'FROZEN')
       order by t.id`,
    values: [organizationId, deviceId, now, againMinutes, limit],
  });
  return rows;
}

/** How many items a terminal has still to take over. */
export async function pushesWaiting(pool: Pool, organizationId: number, deviceId: number): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>({
    name: 'pushes-waiting',
    text: `select count(*)::int as waiting from device_push
           where organization_id = $1 and device_id = $2 and status in ('PENDING', 'SENT')`,
    values: [organizationId, deviceId],
  });
  return rows[0]!.waiting;
}

export interface PushResult {
  id: number;
  ok: boolean;
  code: string;
  message: string;
}

/** What a terminal holds after it did what it was told, and the signature it said so under. */
export interface Witnessed extends FacesTold {
  signature: string;
}

/**
 * Writes what became of fetched items and answers how many; others' items and repeated answers change nothing. A deletion is
 * proven when the terminal's list is then the one the platform expects; without that it is declared.
 */
export async function finishPushes(
  pool: Pool,
  organizationId: number,
  deviceId: number,
  results: readonly PushResult[],
  nowMs: number,
  told?: Witnessed,
): Promise<number> {
  if (results.length === 0) return 0;
  const { rows } = await pool.query<{ id: number; personId: number; erased: boolean }>(
    `update device_push q set status = case when r.ok then 'OK' else 'FAILED' end, done_at = $7,
            error_code = case when r.ok then null else r.code end, error_msg = case when r.ok then null else r.message end
       from unnest($3::bigint[], $4::boolean[], $5::text[], $6::text[]) as r (id, ok, code, message)
      where q.organization_id = $1 and q.device_id = $2 and q.id = r.id and q.status = 'SENT'
      returning q.id, q.target_id as "personId", r.ok and q.target_type = 'FACE' and q.action = 'DELETE' as erased`,
    [
      organizationId,
      deviceId,
      results.map((r) => r.id),
      results.map((r) => r.ok),
      results.map((r) => r.code),
      results.map((r) => r.message),
      isoAt(nowMs),
    ],
  );
  await supersedeOlder(
    pool as unknown as Sql,
    organizationId,
    results.filter((r) => r.ok).map((r) => r.id),
  );
  const erased = rows.filter((r) => r.erased);
  const right = told
    ? await noteInventory(pool as unknown as Sql, organizationId, deviceId, told, nowMs, 'now')
    : false;
  if (erased.length > 0)
    await pool.query(
      `update device_push set proof = $3, proof_digest = $4, proof_signature = $5 where organization_id = $1 and id = any($2::bigint[])`,
      [
        organizationId,
        erased.map((r) => r.id),
        right ? 'PROVEN' : 'DECLARED',
        told?.faceDigest ?? null,
        told?.signature ?? null,
      ],
    );
  const people = erased.map((r) => r.personId);
  if (people.length > 0) await closeErased(pool as unknown as Sql, organizationId, people, nowMs);
  return rows.length;
}

/** What these confirmed items replace on their devices is no longer so. */
export async function supersedeOlder(executor: Sql, organizationId: number, pushIds: readonly number[]): Promise<void> {
  if (pushIds.length === 0) return;
  await executor.query(
    `update device_push o set status = 'SUPERSEDED' from device_push n
      where n.organization_id = $1 and n.id = any($2::bigint[]) and n.status = 'OK'
        and o.organization_id = $1 and o.target_id = n.target_id and o.target_type = n.target_type
        and o.device_id = n.device_id and o.id < n.id and o.status = 'OK'`,
    [organizationId, pushIds],
  );
}

/** Withdrawn faces that no device has to confirm any more are deleted for good. */
export async function closeErased(
  executor: Sql,
  organizationId: number,
  personIds: readonly number[],
  nowMs: number,
): Promise<void> {
  await executor.query(
    `update face_info f set status = 'DELETED', deleted_at = $3, updated_at = $3, version = version + 1
      where f.organization_id = $1 and f.person_id = any($2::bigint[]) and f.status = 'WITHDRAWN'
        and not exists (select 1 from device_push q
                         where q.organization_id = $1 and q.target_id = f.person_id and q.target_type = 'FACE'
                           and q.action = 'DELETE' and q.status in ('PENDING', 'SENT', 'FAILED', 'EXPIRED'))`,
    [organizationId, personIds, isoAt(nowMs)],
  );
}

/** Key of the picture a device was told to fetch; undefined when the item is not its own, not open, or withdrawn. */
export async function pushedFace(
  pool: Pool,
  organizationId: number,
  deviceId: number,
  pushId: number,
): Promise<{ personId: number; version: number; imageKey: string } | undefined> {
  const { rows } = await pool.query<{ personId: number; version: number; imageKey: string }>(
    `select q.target_id as "personId", f.feature_version as version, f.image_key as "imageKey"
       from device_push q join face_info f on f.organization_id = q.organization_id and f.person_id = q.target_id
      where q.organization_id = $1 and q.device_id = $2 and q.id = $3 and q.target_type = 'FACE' and q.action <> 'DELETE'
        and q.status = 'SENT' and f.status = 'OK'`,
    [organizationId, deviceId, pushId],
  );
  return rows[0];
}
