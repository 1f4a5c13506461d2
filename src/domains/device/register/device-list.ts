/** The list behind every device page; the scope decides the rows. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import { named } from '../../../kit/server/page/named.ts';
import { over } from '../../../kit/server/page/over.ts';
import { nameWithin } from '../../tenancy/public.server.ts';
import { missingCount } from '../records/gaps.ts';
import { deviceFields } from './device-fields.ts';
import { onlineSeconds, silentMinutes } from './device-states.ts';
import '../tables.ts';

/** What takes money or gives it. */
const chargingKinds = sql.join(['POS', 'FACE_POS', 'SCALE', 'RECHARGE'].map((kind) => sql.lit(kind)));

export const deviceList = over(
  { fields: deviceFields },
  'device as d',
  {
    version: true,
    columns: {
      // A gate or a cabinet sells nothing, whatever its row was entered with.
      mode: sql`(select d.mode from device_type y where y.id = d.type_id and y.kind in (${chargingKinds}))`,
      // A device that is not in use is neither on nor off.
      online: sql`case when d.status = 'ACTIVE'
        then coalesce(b.last_beat_at > clock.now - make_interval(secs => ${sql.lit(onlineSeconds)}), false) end`,
      silent: sql`(d.status = 'ACTIVE' and coalesce(b.last_beat_at <= clock.now - make_interval(mins => ${sql.lit(silentMinutes)}), true))`,
      lastBeatAt: 'b.last_beat_at',
      offlineCount: sql`coalesce(b.offline_count, 0)`,
      waiting: sql`(coalesce(b.offline_count, 0) > 0)`,
      gapped: sql`(${missingCount} > 0)`,
      missingCount,
      nameListVersion: 'b.list_version',
      firmware: 'b.firmware',
      ip: 'b.ip',
      paired: sql`exists (select 1 from device_key k where k.device_id = d.id and k.revoked_at is null)`,
    },
    // Who looks after terminals sees where each stands, also in places not his own.
    names: { deploySiteId: nameWithin('deploy_site', 'd.organization_id', 'd.deploy_site_id') },
  },
  // The last heartbeat, and the present moment: expressions of a list know no context.
  (from, ctx) => {
    const all = from
      .leftJoin('device_beat as b', 'b.device_id', 'd.id')
      .innerJoin(sql<{ now: string }>`(select ${isoAt(ctx.clock.now())}::timestamptz as now)`.as('clock'), (on) =>
        on.onTrue(),
      );
    if (ctx.session.unitType !== 'CONTRACTOR') return all;
    // A caterer has to do with the terminals of the restaurants it runs, not with all of the unit's.
    return all.where('d.deploy_site_id', 'in', (eb) =>
      eb.selectFrom('deploy_site as p').select('p.id').where('p.restaurant_id', 'is not', null),
    );
  },
);

/** Devices by name or serial number; scrapped ones keep their name and are offered no more. */
export const deviceOptions = named('device', {
  hint: 't.sn',
  search: ['name', 'sn'],
  offered: `t.status <> 'SCRAPPED'`,
});
