/** 设备清点. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import spec from './face-info-count-inventory.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'device as v',
    {
      columns: {
        deviceId: 'v.id',
        right: sql`case when i.device_id is not null then i.differs_since is null end`,
        faceCount: 'i.face_count',
        expectedCount: sql`(select count(*)::int from device_push q where q.organization_id = v.organization_id
          and q.device_id = v.id and q.target_type = 'FACE' and q.action <> 'DELETE' and q.status = 'OK')`,
        unknownCount: sql`coalesce(i.unknown_count, 0)`,
        missingCount: sql`coalesce(i.missing_count, 0)`,
        differsSince: 'i.differs_since',
        at: 'i.at',
        listedAt: 'i.listed_at',
        digest: sql`coalesce(i.face_digest, '')`,
      },
      names: { deviceId: 'v.name' },
    },
    (from) =>
      from
        .innerJoin('device_type as t', 't.id', 'v.type_id')
        .leftJoin('device_face_inventory as i', (on) =>
          on.onRef('i.organization_id', '=', 'v.organization_id').onRef('i.device_id', '=', 'v.id'),
        )
        .where('v.status', 'in', ['ACTIVE', 'REPAIR'])
        .where(sql<boolean>`'FACE' = any(t.abilities)`),
  ),
});
