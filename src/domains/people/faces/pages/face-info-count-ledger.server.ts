/** 台账. */
import { sql } from 'kysely';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { departmentPath } from '../../departments/department-sql.ts';
import { personOr } from '../../persons/person-search.ts';
import spec from './face-info-count-ledger.page.ts';

/** The newest item of a person and a terminal says where the face is. */
const newest = sql<boolean>`q.target_type = 'FACE' and q.status <> 'SUPERSEDED' and not exists (
  select 1 from device_push n where n.organization_id = q.organization_id and n.target_id = q.target_id
    and n.target_type = 'FACE' and n.device_id = q.device_id and n.id > q.id and n.status <> 'SUPERSEDED')`;

export default bind(spec, {
  list: over(
    spec,
    'device_push as q',
    {
      inner: ['personId as p'],
      refs: ['departmentId as d'],
      columns: {
        personId: 'q.target_id',
        faceStatus: sql`coalesce(f.status, 'NONE')`,
        purposes: sql`case when f.consent_at is null then '{}' else f.purposes end`,
        state: sql`case when q.action = 'DELETE' then case when q.status = 'OK' then 'GONE' else 'LEAVING' end
          when q.status = 'OK' then 'HELD' when q.status in ('PENDING', 'SENT') then 'SENDING' else 'MISSED' end`,
        proofAt: sql`case when q.proof is not null then q.done_at end`,
        deleteDueAt: 'f.delete_due_at',
      },
      names: { departmentId: departmentPath, deviceId: 'v.name' },
      where: { keyword: personOr() },
    },
    (from) =>
      from
        .innerJoin('device as v', 'v.id', 'q.device_id')
        .leftJoin('face_info as f', (on) =>
          on.onRef('f.organization_id', '=', 'q.organization_id').onRef('f.person_id', '=', 'q.target_id'),
        )
        .where(newest),
  ),
  notice: async (ctx) => {
    const { rows } = await sqlOf(ctx.db).query<{ leaving: number; late: number; declared: number; differs: number }>(
      `select count(*) filter (where q.status <> 'OK')::int as leaving,
         count(*) filter (where q.status <> 'OK' and f.delete_due_at < $2)::int as late,
         count(*) filter (where q.proof = 'DECLARED')::int as declared,
         (select count(*)::int from device_face_inventory i where i.organization_id = $1 and i.differs_since is not null) as differs
       from device_push q left join face_info f on f.organization_id = q.organization_id and f.person_id = q.target_id
       where q.organization_id = $1 and q.target_type = 'FACE' and q.action = 'DELETE' and q.status <> 'SUPERSEDED'`,
      [ownOrganization(ctx), new Date(ctx.clock.now()).toISOString()],
    );
    const { leaving, late, declared, differs } = rows[0]!;
    const open = { label: '设备清点', path: '/admin/organization/face_info_count/inventory' };
    if (leaving + declared + differs === 0)
      return { tone: 'success', text: '应删除的人脸都已由设备清单证实或有人确认', open };
    const parts = [
      ...(differs > 0 ? [`${differs} 台设备的清单与平台不一致`] : []),
      ...(leaving > 0 ? [`${leaving} 项等待设备删除${late > 0 ? `，其中 ${late} 项已过期限` : ''}`] : []),
      ...(declared > 0 ? [`${declared} 项只有设备声明，没有证实`] : []),
    ];
    return { tone: differs + late > 0 ? 'danger' : 'warning', text: parts.join('；'), open };
  },
});
