/** UDP下发. */
import { sql } from 'kysely';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { type ActionInput, bind, type Done } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { type Refusal, refuse } from '../../../../kit/server/refusal.ts';
import { personOr, pushMoves, pushPeople } from '../../../people/public.server.ts';
import { deviceRefusals } from '../../refusals.ts';
import spec from './udp-push.page.ts';

/** 下发 and 删除设备端 as everywhere, to registered controllers only. */
const sending =
  (removing: boolean) =>
  async (ctx: Ctx, input: ActionInput): Promise<Done | Refusal> => {
    const chosen = input.values.deviceIds as number[] | null;
    const { rows } = await sqlOf(ctx.db).query<{ deviceId: number }>(
      `select device_id as "deviceId" from udp_controller where organization_id = $1 and status = 'NORMAL' order by device_id`,
      [ownOrganization(ctx)],
    );
    const known = rows.map(({ deviceId }) => deviceId);
    const deviceIds = chosen?.length ? known.filter((id) => chosen.includes(id)) : known;
    if (deviceIds.length === 0)
      return refuse(deviceRefusals.UDP_NOBODY, {}, { deviceIds: '请选择登记过、没有停用的 UDP 控制器' });
    return pushPeople(removing)(ctx, { ...input, values: { typeIds: null, ...input.values, deviceIds } });
  };

export default bind(spec, {
  list: over(
    spec,
    'device_push as q',
    {
      inner: ['personId as p'],
      columns: { personId: 'q.target_id', doorNo: 'c.door_no' },
      names: { deviceId: 'v.name' },
      where: { keyword: (value) => sql`(${personOr()(value)} or q.batch_no = ${String(value).trim()})` },
    },
    (from) =>
      from
        .innerJoin('device as v', (on) =>
          on.onRef('v.organization_id', '=', 'q.organization_id').onRef('v.id', '=', 'q.device_id'),
        )
        .innerJoin('udp_controller as c', (on) =>
          on.onRef('c.organization_id', '=', 'q.organization_id').onRef('c.device_id', '=', 'q.device_id'),
        ),
  ),
  actions: { push: sending(false), erase: sending(true), ...pushMoves },
  notice: async (ctx) => {
    const { rows } = await sqlOf(ctx.db).query<{ doors: number; behind: number; lists: number }>(
      `select count(*)::int as doors, count(*) filter (where coalesce(k.has, 0) < w.version)::int as behind,
         count(*) filter (where coalesce(b.list_version, 0) < coalesce(n.version, 0))::int as lists
       from udp_controller c
         left join device_doc w on w.organization_id = c.organization_id and w.device_id = c.device_id and w.kind = 'DOOR'
         left join device_doc_ack k on k.organization_id = c.organization_id and k.device_id = c.device_id and k.kind = 'DOOR'
         left join device_beat b on b.device_id = c.device_id
         left join card_list_version n on n.organization_id = c.organization_id
       where c.organization_id = $1 and c.status = 'NORMAL'`,
      [ownOrganization(ctx)],
    );
    const { doors, behind, lists } = rows[0]!;
    if (doors === 0)
      return {
        tone: 'info',
        text: '还没有登记 UDP 控制器',
        open: { label: 'UDP设备', path: '/admin/organization/udp' },
      };
    const open = { label: '规则下发', path: '/admin/organization/device_list/doc' };
    if (behind + lists === 0) return { tone: 'success', text: `${doors} 台控制器的规则与名单都是最新的`, open };
    const parts = [
      ...(behind > 0 ? [`${behind} 台的门禁规则不是最新`] : []),
      ...(lists > 0 ? [`${lists} 台的名单不是最新`] : []),
    ];
    return { tone: 'warning', text: `${doors} 台控制器：${parts.join('，')}`, open };
  },
});
