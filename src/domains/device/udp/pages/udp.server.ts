/** UDP设备. */
import { sql } from 'kysely';
import { isoAt } from '../../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind, type RowValues, type Values } from '../../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { type Refusal, refuse } from '../../../../kit/server/refusal.ts';
import { sendCommand } from '../../commands.ts';
import { deviceRefusals } from '../../refusals.ts';
import { onlineSeconds } from '../../register/device-states.ts';
import { switchUdp } from '../switch-udp.ts';
import spec from './udp.page.ts';

type Controller = Values<typeof spec.fields>;

const inside = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/;
const isIpv4 = (text: string) =>
  text.split('.').length === 4 && text.split('.').every((n) => /^\d{1,3}$/.test(n) && +n <= 255);
const aliveMs = 30_000;

async function refuseController(ctx: Ctx, values: Controller, before: RowValues | null): Promise<Refusal | undefined> {
  // A change may send one of address and port alone.
  const { ip, port, deviceId } = { ...before, ...values };
  if (Boolean(ip) !== Boolean(port) || (ip && !(isIpv4(ip) && inside.test(ip))))
    return refuse(deviceRefusals.UDP_ADDRESS, {}, { [ip && !port ? 'port' : 'ip']: '只能是内网地址，与端口一起填写' });
  if (before) return undefined;
  const { rows } = await sqlOf(ctx.db).query<{ name: string; kind: string }>(
    `select d.name, t.kind from device d join device_type t on t.id = d.type_id
     where d.organization_id = $1 and d.id = $2`,
    [ownOrganization(ctx), deviceId],
  );
  const [device] = rows;
  if (device && device.kind !== 'GATE')
    return refuse(deviceRefusals.UDP_TYPE, { name: device.name }, { deviceId: '请选择门禁设备' });
  return undefined;
}

const crud = tableCrud(spec, {
  table: 'udp_controller',
  blank: { doorNo: '' },
  unique: { udp_controller_device: 'deviceId' },
  nameField: 'doorNo',
  check: (ctx, values, before) => refuseController(ctx, values, before),
});

export default bind(spec, {
  list: over(
    spec,
    'udp_controller as c',
    {
      version: true,
      columns: {
        deviceName: 'v.name',
        deploySiteId: 'v.deploy_site_id',
        state: sql`case when c.status = 'DISABLED' then 'DISABLED'
          when l.last_seen_at > o.since then 'ONLINE' else 'OFFLINE' end`,
        paired: sql`exists (select 1 from device_key k where k.device_id = c.device_id and k.revoked_at is null)`,
        source: sql`coalesce(l.source, '')`,
        lastSeenAt: 'l.last_seen_at',
        taken: sql`coalesce(l.taken, 0)`,
        forged: sql`coalesce(l.forged, 0)`,
        replayed: sql`coalesce(l.replayed, 0)`,
      },
      names: { deviceId: 'v.name' },
    },
    (from, ctx) =>
      from
        .innerJoin('device as v', (on) =>
          on.onRef('v.organization_id', '=', 'c.organization_id').onRef('v.id', '=', 'c.device_id'),
        )
        .leftJoin('udp_link as l', (on) =>
          on.onRef('l.organization_id', '=', 'c.organization_id').onRef('l.device_id', '=', 'c.device_id'),
        )
        .innerJoin(
          sql<{ since: string }>`(select ${isoAt(ctx.clock.now() - onlineSeconds * 1000)}::timestamptz as since)`.as(
            'o',
          ),
          (on) => on.onTrue(),
        ),
  ),
  ...crud,
  actions: {
    ...onOff('udp_controller', 'deviceName'),
    setting: switchUdp,
    openDoor: (ctx, { rows, values }) =>
      sendCommand(
        ctx,
        rows.map((row) => ({
          ...row,
          id: Number(row.deviceId),
          name: row.deviceName,
          organizationId: ownOrganization(ctx),
        })),
        'OPEN_DOOR',
        String(values.reason),
      ),
  },
  notice: async (ctx) => {
    const { rows } = await sqlOf(ctx.db).query<{
      enabled: boolean;
      port: number | null;
      malformed: number;
      stranger: number;
      limited: number;
    }>(
      `select coalesce((select enabled from udp_setting where organization_id = $1), false) as enabled, s.port,
         coalesce(s.malformed, 0) as malformed, coalesce(s.stranger, 0) as stranger, coalesce(s.limited, 0) as limited
       from (select 1) one left join udp_service s on s.heard_at > $2`,
      [ownOrganization(ctx), isoAt(ctx.clock.now() - aliveMs)],
    );
    const { enabled, port, malformed, stranger, limited } = rows[0]!;
    if (port === null)
      return {
        tone: 'warning',
        text: '服务器没有开启 UDP：由运维设置环境变量 UDP_PORT 后重启。控制器可以照常经 HTTPS 工作',
      };
    if (!enabled) return { tone: 'info', text: `服务器在 ${port} 端口收 UDP，本单位没有启用：点「启用与停用」` };
    const dropped = malformed + stranger + limited;
    return {
      tone: 'success',
      text: `服务器在 ${port} 端口收 UDP，本单位已启用${dropped > 0 ? `；全平台丢弃了 ${malformed} 个不成形、${stranger} 个不认识、${limited} 个过多的报文` : ''}`,
    };
  },
});
