/** 后厨人员下发. */
import { sql } from 'kysely';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { type ActionInput, bind, type Done } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { type Refusal, refuse } from '../../../../kit/server/refusal.ts';
import { personOr, pushMoves, pushPeople } from '../../../people/public.server.ts';
import { kitchenRefusals } from '../../refusals.ts';
import { kitchenDevices, ofKitchen } from '../kitchen-devices.ts';
import spec from './cook_user-push.page.ts';

/** 下发 and 删除设备端 as everywhere, to terminals of the kitchen and of its people only. */
const sending =
  (removing: boolean) =>
  async (ctx: Ctx, input: ActionInput): Promise<Done | Refusal> => {
    const { target, workerIds, deviceIds } = input.values as {
      target: string;
      workerIds: number[] | null;
      deviceIds: number[] | null;
    };
    const known = await kitchenDevices(ctx);
    const chosen = deviceIds?.length ? known.filter((id) => deviceIds.includes(id)) : known;
    if (chosen.length === 0) return refuse(kitchenRefusals.NO_KITCHEN_DEVICE, {}, { deviceIds: '请选择后厨的设备' });
    let workers = ctx.db.selectFrom('cook_user').select('person_id');
    workers = workerIds?.length ? workers.where('id', 'in', workerIds) : workers.where('status', '<>', 'LEFT');
    const people = (await workers.execute()).map((row) => row.person_id);
    if (people.length === 0) return refuse(kitchenRefusals.NOBODY_TO_SEND);
    const values = { target, personIds: people, deviceIds: chosen, departmentIds: null, typeIds: null };
    return pushPeople(removing)(ctx, { ...input, values });
  };

export default bind(spec, {
  list: over(
    spec,
    'device_push as q',
    {
      inner: ['personId as p'],
      columns: {
        personId: 'q.target_id',
        post: 'w.post',
        working: sql`w.status <> 'LEFT'`,
      },
      names: { deviceId: sql`v.name` },
      where: { keyword: (value) => sql`(${personOr()(value)} or q.batch_no = ${String(value).trim()})` },
    },
    (from) =>
      from
        .innerJoin('device as v', (on) =>
          on.onRef('v.organization_id', '=', 'q.organization_id').onRef('v.id', '=', 'q.device_id'),
        )
        // The people of a kitchen are few, its pushes many: read once, they lead to the pushes that are theirs.
        .innerJoin(
          (eb) =>
            eb
              .selectFrom('cook_user as c')
              .distinctOn(['c.organization_id', 'c.person_id'])
              .select(['c.organization_id', 'c.person_id', 'c.post', 'c.status'])
              .orderBy('c.organization_id')
              .orderBy('c.person_id')
              .orderBy(sql`c.status = 'LEFT'`)
              .orderBy('c.id', 'desc')
              .as('w'),
          (on) => on.onRef('w.organization_id', '=', 'q.organization_id').onRef('w.person_id', '=', 'q.target_id'),
        )
        .where(ofKitchen),
  ),
  actions: { push: sending(false), erase: sending(true), ...pushMoves },
  notice: async (ctx) => {
    const { rows } = await sqlOf(ctx.db).query<{ doors: number; behind: number }>(
      `select count(*)::int as doors, count(*) filter (where coalesce(k.has, 0) < w.version)::int as behind
       from door o
         join district d on d.organization_id = o.organization_id and d.id = o.district_id and d.family = 'KITCHEN'
         join device_doc w on w.organization_id = o.organization_id and w.device_id = o.device_id and w.kind = 'DOOR'
         left join device_doc_ack k on k.organization_id = w.organization_id and k.device_id = w.device_id and k.kind = w.kind
       where o.organization_id = $1`,
      [ownOrganization(ctx)],
    );
    const { doors, behind } = rows[0]!;
    const { failed } = await ctx.db
      .selectFrom('device_push as q')
      .innerJoin('device as v', (on) =>
        on.onRef('v.organization_id', '=', 'q.organization_id').onRef('v.id', '=', 'q.device_id'),
      )
      .select(sql<number>`count(*)::int`.as('failed'))
      .where('q.status', 'in', ['FAILED', 'EXPIRED'])
      .where(ofKitchen)
      .where(
        sql<boolean>`exists (select from cook_user c where c.organization_id = q.organization_id and c.person_id = q.target_id)`,
      )
      .executeTakeFirstOrThrow();
    if (doors === 0) return { tone: 'info', text: '后厨还没有门禁设备；在「后厨区域」里设门' };
    const open = { label: '规则下发', path: '/admin/organization/device_list/doc' };
    if (behind + failed === 0) return { tone: 'success', text: `${doors}/${doors} 扇门的规则已生效`, open };
    const parts = [
      `${doors - behind}/${doors} 扇门的规则已生效`,
      ...(failed > 0 ? [`${failed} 项人员下发失败或过期`] : []),
    ];
    return { tone: 'warning', text: parts.join('；'), open };
  },
});
