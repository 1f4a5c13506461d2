/** 00:05: certificates that end are told 60, 30, 7 days ahead and on the day, each once, and doors follow. A missed night is caught up. */
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Alarm, raise } from '../../alerts/public.server.ts';
import { settlePasses, workersOf } from '../passes/settle-passes.ts';
import { noticeDays } from '../words.ts';

export interface EndingCertificate {
  id: number;
  workerId: number;
  name: string;
  no: string;
  expireDate: string;
  /** The nearest of 60, 30, 7, 0 that is due. */
  days: number;
}

/** Units with a kitchen of their own. */
export async function kitchens({ pool }: Services): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>('select distinct organization_id as id from cook_user order by 1');
  return rows.map((row) => row.id);
}

/**
 * The newest certificates of those who work here that end within 60 days and were not told for that distance yet; told now.
 * Distances that were slept through are told once, by the nearest.
 */
export async function tellEnding(services: Services, organizationId: number): Promise<EndingCertificate[]> {
  const nowMs = services.clock.now();
  const today = dateAt(nowMs);
  return services.db.transaction().execute(async (trx) => {
    const db = sqlOf(trx);
    const { rows } = await db.query<EndingCertificate & { left: number }>(
      `select distinct on (w.id) c.id, w.id as "workerId", p.name, c.no, c.expire_date as "expireDate",
         (c.expire_date + 1 - $2::date) as left
       from cook_user w join person p on p.organization_id = w.organization_id and p.id = w.person_id
         join health_certificate c on c.organization_id = w.organization_id and c.cook_user_id = w.id and c.status = 'CONFIRMED'
       where w.organization_id = $1 and w.status <> 'LEFT' order by w.id, c.expire_date desc`,
      [organizationId, today],
    );
    const told: EndingCertificate[] = [];
    for (const { left, ...one } of rows) {
      const due = noticeDays.filter((days) => left <= days);
      const days = due.at(-1);
      if (days === undefined) continue;
      const { rows: fresh } = await db.query<{ days: number }>(
        `insert into certificate_notice (organization_id, certificate_id, days, told_at)
         select $1, $2, d, $4 from unnest($3::int[]) as d on conflict do nothing returning days`,
        [organizationId, one.id, due, isoAt(nowMs)],
      );
      if (fresh.some((row) => row.days === days)) told.push({ ...one, days });
    }
    const host = { db: trx, ids: services.ids, clock: services.clock };
    for (const one of told) await raise(host, organizationId, alarmOf(one));
    return told;
  });
}

const page = '/admin/organization/cook_user';

/** One alert a worker, graver as the day comes nearer. */
const alarmOf = ({ workerId, name, no, expireDate, days }: EndingCertificate): Alarm => ({
  kind: 'HEALTH_CERT',
  object: `worker:${workerId}`,
  objectName: `${name} 健康证`,
  level: days === 0 ? 'CRITICAL' : days === 60 ? 'INFO' : 'WARN',
  detail:
    days === 0
      ? `${name}的健康证 ${no} 已于 ${expireDate} 到期，不能进入后厨`
      : `${name}的健康证 ${no} 于 ${expireDate} 到期`,
  open: { path: page, search: { certificateState: days === 0 ? ['EXPIRED'] : ['EXPIRING', 'VALID'] } },
});

/** One night of all units; passes of the coming week are written by the way. */
export async function turnCertificates(services: Services, signal?: AbortSignal): Promise<void> {
  for (const organizationId of await kitchens(services)) {
    if (signal?.aborted) return;
    await tellEnding(services, organizationId);
    await services.db.transaction().execute(async (trx) => {
      const db = sqlOf(trx);
      const workerIds = await workersOf(db, organizationId);
      const nowMs = services.clock.now();
      await settlePasses(db, services.ids, { organizationId, workerIds, nowMs, why: '健康证到期或权限变化' });
    });
  }
}
