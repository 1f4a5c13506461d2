/** Figures of an agent's home: its customers and their terminals. */
import { sql } from 'kysely';
import type { WorkItem } from '../../../kit/define/blocks.ts';
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { onlineSeconds, silentMinutes } from '../../device/public.server.ts';

/** Warnings begin this many days before a customer's service ends. */
const aheadDays = 60;

export interface Customer {
  id: number;
  name: string;
  contact: string;
  phone: string;
  expireAt: string | null;
  devices: number;
  silent: number;
}

export interface AgentHome {
  work: readonly WorkItem[];
  customers: number;
  expiring: number;
  devices: { inUse: number; online: number; stock: number };
  /** Those to call, the first to end first. */
  ending: readonly Customer[];
  /** The day from which a service counts as about to end. */
  until: string;
  today: string;
}

async function deviceCounts(ctx: Ctx, now: string, until: string) {
  return ctx.db
    .selectFrom('device as d')
    .leftJoin('device_beat as b', 'b.device_id', 'd.id')
    .select([
      sql<number>`count(*) filter (where d.status = 'ACTIVE')::int`.as('inUse'),
      sql<number>`count(*) filter (where d.organization_id is null and d.status <> 'SCRAPPED')::int`.as('stock'),
      sql<number>`count(*) filter (where d.status = 'ACTIVE'
        and b.last_beat_at > ${now}::timestamptz - make_interval(secs => ${onlineSeconds}))::int`.as('online'),
      sql<number>`count(*) filter (where d.warranty_end <= ${until}::date
        and d.status <> 'SCRAPPED')::int`.as('warranty'),
    ])
    .executeTakeFirstOrThrow();
}

/** Customers with their terminals, those whose service ends first. */
function customers(ctx: Ctx, now: string): Promise<Customer[]> {
  return ctx.db
    .selectFrom('organization as o')
    .leftJoin('device as d', (on) => on.onRef('d.organization_id', '=', 'o.id').on('d.status', '=', 'ACTIVE'))
    .leftJoin('device_beat as b', 'b.device_id', 'd.id')
    .select([
      'o.id',
      'o.name',
      'o.contact',
      'o.phone',
      'o.expire_at as expireAt',
      sql<number>`count(d.id)::int`.as('devices'),
      sql<number>`count(d.id) filter (where b.last_beat_at is null
        or b.last_beat_at <= ${now}::timestamptz - make_interval(mins => ${silentMinutes}))::int`.as('silent'),
    ])
    .groupBy(['o.id', 'o.name', 'o.contact', 'o.phone', 'o.expire_at'])
    .orderBy('o.expire_at')
    .orderBy('o.id')
    .limit(20)
    .execute();
}

/** The whole home in one answer, over the agent's customers. */
export async function agentHome(ctx: Ctx): Promise<AgentHome> {
  const now = isoAt(ctx.clock.now());
  const today = dateAt(ctx.clock.now());
  const [devices, ending, units] = await Promise.all([
    deviceCounts(ctx, now, addDays(today, aheadDays)),
    customers(ctx, now),
    ctx.db
      .selectFrom('organization')
      .select([
        sql<number>`count(*)::int`.as('all'),
        sql<number>`count(*) filter (where expire_at <= ${addDays(today, aheadDays)}::date)::int`.as('expiring'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  const register = '/admin/agent/device';
  return {
    work: await ctx.services.shellBoard.work(ctx, [
      {
        label: '一周内到期的年费',
        path: '/admin/agent/annual_fee_record',
        search: { expiry: ['OVER', 'D7'] },
        bad: true,
        hint: '客户的服务 7 天内到期或已到期，年费还没有付',
      },
      {
        label: '失联设备',
        path: register,
        search: { silent: true, status: ['ACTIVE'] },
        hint: `在用而超过 ${silentMinutes} 分钟没有心跳的设备`,
      },
      {
        label: '质保将到期的设备',
        count: devices.warranty,
        path: register,
        query: { warrantyEnd: `,${addDays(today, aheadDays)}` },
        hint: `${aheadDays} 天内到期或已过质保`,
      },
    ]),
    customers: units.all,
    expiring: units.expiring,
    devices: { inUse: devices.inUse, online: devices.online, stock: devices.stock },
    ending,
    until: addDays(today, aheadDays),
    today,
  };
}
