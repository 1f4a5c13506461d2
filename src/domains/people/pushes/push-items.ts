/** Puts items for devices in hand: one per person and device, superseding what was there; what the device has already stays. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Acting } from '../acting.ts';
import type { PushAction, PushTarget } from './push-states.ts';

export interface PushItem {
  personId: number;
  deviceId: number;
  action: PushAction;
  /** The same version is sent once. */
  version: number;
}

export interface Pushed {
  batchNo: string;
  /** Put in hand now. */
  added: number;
  /** In hand or confirmed already, in this version. */
  known: number;
}

interface Prior {
  personId: number;
  deviceId: number;
  action: string;
  version: number;
  status: string;
}

const keyOf = (item: { personId: number; deviceId: number }) => `${item.personId}:${item.deviceId}`;

/** ADD and UPDATE leave the same thing on a device. */
const gone = (action: string) => action === 'DELETE';

const onDevice = (prior: Prior | undefined) => prior?.status === 'OK' && !gone(prior.action);

/** Runs in the caller's transaction, under the people lock. `by` names who is shown as having sent it. */
export async function pushItems(
  executor: Sql,
  { organizationId, by, ids, clock }: Acting,
  target: PushTarget,
  items: readonly PushItem[],
  byName: string,
): Promise<Pushed> {
  const at = isoAt(clock.now());
  const batchNo = `P${at.slice(2, 19).replace(/[-T:]/g, '')}${String((await ids.next()) % 1000).padStart(3, '0')}`;
  if (items.length === 0) return { batchNo, added: 0, known: 0 };
  const people = items.map((i) => i.personId);
  const devices = items.map((i) => i.deviceId);
  // The newest row of each pair is what holds for the device.
  const { rows: prior } = await executor.query<Prior>(
    `select distinct on (q.target_id, q.device_id) q.target_id as "personId", q.device_id as "deviceId", q.action,
            q.target_version as version, q.status
       from unnest($2::bigint[], $3::bigint[]) as t (person_id, device_id)
       join device_push q on q.organization_id = $1 and q.target_id = t.person_id and q.device_id = t.device_id
        and q.target_type = $4 and q.status <> 'SUPERSEDED'
      order by q.target_id, q.device_id, q.id desc`,
    [organizationId, people, devices, target],
  );
  const last = new Map(prior.map((p) => [keyOf(p), p]));
  const fresh = items.filter((item) => {
    const p = last.get(keyOf(item));
    if (!p) return true;
    const same = gone(p.action) === gone(item.action) && p.version >= item.version;
    return !(same && ['PENDING', 'SENT', 'OK'].includes(p.status));
  });
  if (fresh.length === 0) return { batchNo, added: 0, known: items.length };
  const values = [
    organizationId,
    await ids.take(fresh.length),
    fresh.map((i) => i.personId),
    fresh.map((i) => i.deviceId),
    target,
  ];
  await executor.query(
    `update device_push q set status = 'SUPERSEDED', done_at = $5
       from unnest($2::bigint[], $3::bigint[]) as t (person_id, device_id)
      where q.organization_id = $1 and q.target_id = t.person_id and q.device_id = t.device_id and q.target_type = $4
        and q.status in ('PENDING', 'SENT', 'FAILED', 'EXPIRED')`,
    [organizationId, values[2], values[3], target, at],
  );
  await executor.query(
    `insert into device_push (organization_id, id, batch_no, target_type, target_id, device_id, action, target_version,
                              created_at, created_by, created_name)
     select $1, t.id, $6, $5, t.person_id, t.device_id, t.action, t.version, $9, $10, $11
       from unnest($2::bigint[], $3::bigint[], $4::bigint[], $7::text[], $8::bigint[])
            as t (id, person_id, device_id, action, version)`,
    [
      organizationId,
      values[1],
      values[2],
      values[3],
      target,
      batchNo,
      fresh.map((i) => (i.action === 'DELETE' ? 'DELETE' : onDevice(last.get(keyOf(i))) ? 'UPDATE' : 'ADD')),
      fresh.map((i) => i.version),
      at,
      by,
      byName,
    ],
  );
  return { batchNo, added: fresh.length, known: items.length - fresh.length };
}

/** Terminals in use, those that take faces only when asked so. */
export async function pushDevices(
  executor: Sql,
  organizationId: number,
  target: PushTarget,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await executor.query<{ id: number; name: string }>(
    `select d.id, d.name from device d join device_type t on t.id = d.type_id
      where d.organization_id = $1 and d.status in ('ACTIVE', 'REPAIR') and ($2 = 'PERSON' or 'FACE' = any(t.abilities))
      order by d.id`,
    [organizationId, target],
  );
  return rows;
}
