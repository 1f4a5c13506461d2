/** 名单下发 and 删除设备端: the items a selection of people and devices means. */
import { sql } from 'kysely';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { acting } from '../acting.ts';
import { lockPeople } from '../cards/card-list.ts';
import { departmentWithin } from '../departments/department-sql.ts';
import { facesNeeded } from '../faces/face-reach.ts';
import { type PushItem, pushDevices, pushItems } from './push-items.ts';
import { type PushTarget, pushTargets } from './push-states.ts';
import '../refusals.ts';

const mostItems = 20_000;

interface Choice {
  personIds: number[] | null;
  departmentIds: number[] | null;
  typeIds: number[] | null;
  deviceIds: number[] | null;
  target: PushTarget;
}

/** Chosen people with the version of what would be sent of them; everybody when nothing narrows. */
async function chosen(ctx: Ctx, { personIds, departmentIds, typeIds, target }: Choice, removing: boolean) {
  let query = ctx.db
    .selectFrom('person as p')
    .leftJoin('face_info as f', (on) =>
      on.onRef('f.organization_id', '=', 'p.organization_id').onRef('f.person_id', '=', 'p.id'),
    )
    .select([
      'p.id',
      target === 'FACE'
        ? sql<number>`coalesce(f.feature_version, 0)`.as('version')
        : sql<number>`coalesce((select max(c.list_version) from card c
            where c.organization_id = p.organization_id and c.person_id = p.id), 0)`.as('version'),
    ]);
  if (!removing) query = query.where('p.status', '<>', 'CLOSED');
  if (target === 'FACE' && !removing) query = query.where('f.status', '=', 'OK');
  if (personIds?.length) query = query.where('p.id', 'in', personIds);
  const within = departmentIds?.length
    ? departmentWithin('p.organization_id', 'p.department_id', departmentIds)
    : undefined;
  if (within) query = query.where(within as never);
  if (typeIds?.length) query = query.where('p.type_id', 'in', typeIds);
  return query
    .orderBy('p.id')
    .limit(mostItems + 1)
    .execute();
}

/** What is on a device already in its newest version is not sent again, so that sending all fills the gaps. */
export function pushPeople(removing: boolean) {
  return async (ctx: Ctx, { values }: ActionInput): Promise<Done | Refusal> => {
    const choice = values as unknown as Choice;
    const who = acting(ctx, ownOrganization(ctx));
    const executor = sqlOf(ctx.db);
    await lockPeople(executor, who.organizationId);
    const all = await pushDevices(executor, who.organizationId, choice.target);
    const devices = choice.deviceIds?.length ? all.filter((d) => choice.deviceIds!.includes(d.id)) : all;
    const what = pushTargets.find((t) => t.value === choice.target)!.label;
    if (devices.length === 0) return refuse('PUSH_NOTHING', { detail: `没有使用中的、可接收「${what}」的设备` });
    const people = await chosen(ctx, choice, removing);
    if (people.length === 0)
      return refuse('PUSH_NOTHING', {
        detail: choice.target === 'FACE' && !removing ? '所选人员都没有已采集的人脸' : '没有选中任何人员',
      });
    // Faces go only where they are needed; what is removed is removed everywhere.
    const needed =
      choice.target === 'FACE' && !removing
        ? new Set(
            (await facesNeeded(executor, who.organizationId, { personIds: people.map((p) => p.id) })).map(
              ({ personId, deviceId }) => `${personId}:${deviceId}`,
            ),
          )
        : undefined;
    const pairs = people.flatMap((p) =>
      devices.flatMap((d) => (!needed || needed.has(`${p.id}:${d.id}`) ? [[p, d] as const] : [])),
    );
    if (pairs.length === 0)
      return refuse('PUSH_NOTHING', { detail: '所选人员没有同意这个用途，或不能使用这些设备所在的部署点、区域' });
    const count = pairs.length;
    if (count > mostItems) return refuse('PUSH_TOO_MANY', { limit: mostItems, count });
    const items: PushItem[] = pairs.map(([p, d]) => ({
      personId: p.id,
      deviceId: d.id,
      action: removing ? ('DELETE' as const) : ('ADD' as const),
      version: p.version,
    }));
    const pushed = await pushItems(executor, who, choice.target, items, ctx.session.name);
    const action = removing ? '删除设备端' : '下发';
    await ctx.audit({ action, targetName: `批次 ${pushed.batchNo}，${pushed.added} 项` });
    return {
      receipt: {
        title: `${action}结果`,
        lines: [
          ['批次', pushed.batchNo],
          ['内容', what],
          ['人员 × 设备', `${people.length} 人，${devices.length} 台，共 ${count} 项`],
          [removing ? '本次删除' : '本次下发', `${pushed.added} 项`],
          ['设备已有或等待中', `${pushed.known} 项`],
        ],
      },
    };
  };
}
