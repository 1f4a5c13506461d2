/** The list behind every device page; the scope decides the rows. */
import { sql } from 'kysely';
import { isoAt } from '../../kit/server/clock.ts';
import type { Ctx, Db } from '../../kit/server/context.ts';
import type { ListSource } from '../../kit/server/page/binding.ts';
import { agentName, nameWithin, organizationName } from '../tenancy/names.ts';
import type { deviceFields } from './device-fields.ts';
import { onlineSeconds } from './device-states.ts';
import { missingCount } from './gaps.ts';

/** Devices with their last heartbeat and the present moment (`clock.now`) beside them. */
export const devicesFrom = (db: Db, ctx: Ctx) =>
  db
    .selectFrom('device as d')
    .leftJoin('device_beat as b', 'b.device_id', 'd.id')
    .innerJoin(sql<{ now: string }>`(select ${isoAt(ctx.clock.now())}::timestamptz as now)`.as('clock'), (join) =>
      join.onTrue(),
    );

export const deviceList: ListSource<typeof deviceFields> = {
  from: devicesFrom,
  id: 'd.id',
  version: 'd.version',
  columns: {
    name: 'd.name',
    sn: 'd.sn',
    typeId: 'd.type_id',
    agentId: 'd.agent_id',
    organizationId: 'd.organization_id',
    deploySiteId: 'd.deploy_site_id',
    mode: 'd.mode',
    status: 'd.status',
    online: sql`coalesce(b.last_beat_at > clock.now - make_interval(secs => ${sql.lit(onlineSeconds)}), false)`,
    lastBeatAt: 'b.last_beat_at',
    offlineCount: sql`coalesce(b.offline_count, 0)`,
    missingCount,
    nameListVersion: 'b.list_version',
    firmware: 'b.firmware',
    ip: 'b.ip',
    paired: sql`exists (select 1 from device_key k where k.device_id = d.id and k.revoked_at is null)`,
    maxFaces: 'd.max_faces',
    warrantyEnd: 'd.warranty_end',
    createdAt: 'd.created_at',
  },
  names: {
    typeId: sql`(select n.name from device_type n where n.id = d.type_id)`,
    agentId: agentName('d.agent_id'),
    organizationId: organizationName('d.organization_id'),
    deploySiteId: nameWithin('deploy_site', 'd.organization_id', 'd.deploy_site_id'),
  },
};
