import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { type ActionInput, bind, type Values } from '../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../kit/server/page/crud.ts';
import { over } from '../../../kit/server/page/over.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { type RobotKind, robotHosts } from '../robots/robot-kinds.ts';
import { isRobotUrl, sayInGroup } from '../robots/robot-message.ts';
import { noteRobot } from '../robots/send-posts.ts';
import spec from './alert-detail-robot.page.ts';

type Robot = Values<typeof spec.fields>;

const crud = tableCrud(spec, { table: 'alert_robot', unique: { alert_robot_name: 'name' } });

/** Why the address is none of the robot's. */
function refuseUrl(kind: RobotKind, url: string): Refusal | undefined {
  const host = robotHosts[kind];
  return isRobotUrl(kind, url) ? undefined : refuse('ROBOT_HOST', { host }, { url: `须以 https://${host}/ 开头` });
}

/** The values as they are stored: what opens the group is sealed. */
const sealed = ({ services: { vault } }: Ctx, { url, secret, ...values }: Robot): Robot => ({
  ...values,
  ...(url ? { url: vault.seal(url) } : {}),
  ...(secret ? { secret: vault.seal(secret) } : {}),
});

/** Sends a test message at once and keeps what became of it. */
async function test(ctx: Ctx, { rows }: ActionInput) {
  const organizationId = ownOrganization(ctx);
  const { id } = rows[0]!;
  const robot = await ctx.db
    .selectFrom('alert_robot')
    .select(['name', 'kind', 'url', 'secret'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { vault } = ctx.services;
  const failed = await sayInGroup(
    ctx.services,
    { kind: robot.kind as RobotKind, url: vault.open(robot.url), secret: vault.open(robot.secret) },
    `【测试】${ctx.session.unitName ?? ''}的预警会发到这个群，由 ${ctx.session.name} 发起`,
  );
  await noteRobot(ctx.services, organizationId, id, failed);
  await ctx.audit({ action: '测试机器人', targetId: id, targetName: robot.name });
  return failed === undefined ? null : refuse('ROBOT_FAILED', { reason: failed });
}

export default bind(spec, {
  list: over(spec, 'alert_robot as r', { columns: { url: null, secret: null } }),
  ...crud,
  create: async (ctx, values) => {
    if (!values.url) return refuseField('url', '机器人地址不能为空');
    const no = refuseUrl(values.kind as RobotKind, values.url);
    return no ?? crud.create(ctx, { secret: '', ...sealed(ctx, values) });
  },
  update: async (ctx, id, values, before) => {
    const no = values.url ? refuseUrl(before.kind as RobotKind, values.url) : undefined;
    return no ?? crud.update(ctx, id, sealed(ctx, values), before);
  },
  actions: { ...onOff('alert_robot'), test },
  outsideTransaction: ['test'],
});
