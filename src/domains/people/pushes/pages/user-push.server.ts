/** Server side of 人员下发. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { listsAtAGlance } from '../../cards/device-lists.ts';
import { departmentItself, departmentPath } from '../../departments/department-sql.ts';
import { ofPresentPicture } from '../../faces/face-count.ts';
import { personOr } from '../../persons/person-search.ts';
import { pushMoves } from '../move-pushes.ts';
import { pushPeople } from '../push-people.ts';
import spec from './user-push.page.ts';

export default bind(spec, {
  list: over(spec, 'device_push as q', {
    inner: ['personId as p'],
    refs: ['ownDepartmentId as d'],
    columns: {
      personId: 'q.target_id',
      ownDepartmentId: 'p.department_id',
      typeId: 'p.type_id',
      present: sql`exists (select from face_info f where f.organization_id = q.organization_id and f.person_id = q.target_id
        and f.status = 'OK' and ${ofPresentPicture})`,
    },
    names: {
      departmentId: departmentPath,
      deviceId: sql`(select /* wall: the device of the push of the row */ v.name from device v where v.id = q.device_id)`,
    },
    where: {
      ownDepartmentId: (value) => departmentItself('p.department_id', value),
      keyword: (value) => sql`(${personOr()(value)} or q.batch_no = ${String(value).trim()})`,
    },
  }),
  actions: {
    push: pushPeople(false),
    erase: pushPeople(true),
    ...pushMoves,
  },
  notice: async (ctx) => {
    const { devices, current, behind, unsafe } = await listsAtAGlance(ctx);
    if (devices === 0) return { tone: 'info', text: '还没有使用中的设备' };
    const open = { label: '查看各设备名单', path: '/admin/organization/user/push/device' };
    if (behind === 0) return { tone: 'success', text: `${devices} 台设备都已取得最新名单（版本 ${current}）`, open };
    const lost = unsafe > 0 ? `，其中 ${unsafe} 台还不知道最近挂失、退卡或补换的卡` : '';
    return {
      tone: unsafe > 0 ? 'warning' : 'info',
      text: `最新名单版本 ${current}：${behind} 台设备尚未取得${lost}`,
      open,
    };
  },
});
