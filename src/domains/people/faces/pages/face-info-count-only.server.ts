/** 只认人脸的设备. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { faceOnly, readFaceOnly } from '../face-only.ts';
import spec from './face-info-count-only.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'device as v',
    {
      columns: {
        deviceId: 'v.id',
        typeName: 't.name',
        place: sql`coalesce(z.name, s.name)`,
        otherwise: sql`case when t.kind in ('MORNING_CHECK', 'SAMPLE_CABINET') then 'HAND' else 'NONE' end`,
      },
      names: { deviceId: 'v.name' },
    },
    (from) =>
      from
        .innerJoin('device_type as t', 't.id', 'v.type_id')
        .leftJoin('door as o', (on) =>
          on.onRef('o.organization_id', '=', 'v.organization_id').onRef('o.device_id', '=', 'v.id'),
        )
        .leftJoin('district as z', (on) =>
          on.onRef('z.organization_id', '=', 'o.organization_id').onRef('z.id', '=', 'o.district_id'),
        )
        .leftJoin('deploy_site as s', (on) =>
          on.onRef('s.organization_id', '=', 'v.organization_id').onRef('s.id', '=', 'v.deploy_site_id'),
        )
        .where('v.status', 'in', ['ACTIVE', 'REPAIR'])
        .where(faceOnly),
  ),
  notice: async (ctx) => {
    const none = await readFaceOnly(ctx);
    return none === 0
      ? { tone: 'success', text: '每一处消费与通行都有人脸以外的方式' }
      : {
          tone: 'danger',
          text: `${none} 台设备只认人脸、没有别的方式：人脸不得作为唯一的验证方式，请换成能刷卡或扫码的，或在旁边另设一台`,
        };
  },
});
