/** Figures of the platform's home, out of rollups and short counts; cheap enough to be asked every minute. */
import { sql } from 'kysely';
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { unitTotals } from '../../consumption/public.server.ts';
import { onlineSeconds, silentMinutes } from '../../device/public.server.ts';
import { unitCounts } from '../../tenancy/public.server.ts';
import { businessDay, type EatenDay, eatenOn, paidInByDay } from '../../wallet/public.server.ts';
import { headsIn } from './meals-of-day.ts';
import type { BusyUnit, PlatformDay, PlatformHome } from './platform-figures.ts';
import { slowFigures } from './slow-figures.ts';

const chartDays = 14;
const mostBusy = 8;
/** A payer may take that long before an order counts as not credited. */
const patienceMs = 10 * 60_000;
const openCallbacks = ['BAD_SIGN', 'NO_ORDER', 'AMOUNT_MISMATCH', 'FAILED'] as const;

/** The units that took most on the day, by name and with their people. */
async function busiest({ db }: Ctx, eaten: ReadonlyMap<number, EatenDay>): Promise<BusyUnit[]> {
  const most = [...eaten].sort(([, a], [, b]) => b.consumeFen - a.consumeFen).slice(0, mostBusy);
  if (most.length === 0) return [];
  const units = await db
    .selectFrom('organization as o')
    .select([
      'o.id',
      'o.name',
      sql<number>`(select count(*)::int from person p where p.organization_id = o.id and p.status <> 'CLOSED')`.as(
        'people',
      ),
    ])
    .where(
      'o.id',
      'in',
      most.map(([id]) => id),
    )
    .execute();
  return most.flatMap(([id, day]) => {
    const unit = units.find((one) => one.id === id);
    return unit ? [{ ...unit, ...day }] : [];
  });
}

async function deviceCounts(ctx: Ctx) {
  const now = isoAt(ctx.clock.now());
  return ctx.db
    .selectFrom('device as d')
    .leftJoin('device_beat as b', 'b.device_id', 'd.id')
    .select([
      sql<number>`count(*) filter (where d.status = 'ACTIVE')::int`.as('inUse'),
      sql<number>`count(*) filter (where d.status = 'ACTIVE'
        and b.last_beat_at > ${now}::timestamptz - make_interval(secs => ${onlineSeconds}))::int`.as('online'),
    ])
    .executeTakeFirstOrThrow();
}

async function counts(ctx: Ctx, today: string) {
  const one = sql<number>`count(*)::int`.as('n');
  const [suspense, suspicious, uncredited, callbacks] = await Promise.all([
    ctx.db.selectFrom('offline_trade').select(one).where('state', '=', 'SUSPENSE').executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('trade')
      .select(one)
      .where('suspicious', '=', true)
      .where('business_date', '=', today)
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('recharge_order')
      .select(one)
      .where('posting_id', 'is', null)
      .where('channel', 'in', ['WECHAT', 'ALIPAY'])
      .where('status', 'in', ['CREATED', 'PAYING', 'PAID', 'FAILED'])
      .where('created_at', '<', isoAt(ctx.clock.now() - patienceMs))
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('third_pay_callback')
      .select(one)
      .where('status', 'in', [...openCallbacks])
      .executeTakeFirstOrThrow(),
  ]);
  return {
    suspense: suspense.n,
    suspicious: suspicious.n,
    uncredited: uncredited.n,
    callbacks: callbacks.n,
  };
}

/** The whole home in one answer, over everything the session may see. */
export async function platformHome(ctx: Ctx): Promise<PlatformHome> {
  const date = businessDay(ctx.clock.now());
  const from = addDays(date, 1 - chartDays);
  const [units, net, paid, booked, slow, devices, found] = await Promise.all([
    unitCounts(ctx.db, dateAt(ctx.clock.now())),
    // Today comes with the units that eat: thousands of rows that no night has added up are read once.
    unitTotals(ctx, ['businessDate'], { businessDate: [from, addDays(date, -1)] }),
    paidInByDay(ctx.db, from),
    eatenOn(ctx.db, date),
    slowFigures(ctx, date),
    deviceCounts(ctx),
    counts(ctx, date),
  ]);
  // What is booked since the minute's figures may take back a meal that they do not know of.
  const eaten = new Map(
    [...booked].map(([id, day]) => {
      const heads = Math.max(0, day.heads - headsIn(slow.elsewhere, { organizationId: id }));
      return [id, { ...day, heads }];
    }),
  );
  const today = [...eaten.values()];
  const consumeFen = today.reduce((sum, unit) => sum + unit.consumeFen, 0);
  const netOn = new Map(net.map((day) => [day.businessDate, day.amountFen - day.reversedFen + day.supplementFen]));
  netOn.set(date, consumeFen);
  const days: PlatformDay[] = Array.from({ length: chartDays }, (_, i) => {
    const day = addDays(from, i);
    return {
      date: day,
      running: day === date,
      consumeFen: netOn.get(day) ?? 0,
      rechargeFen: paid.get(day) ?? 0,
    };
  });
  const register = '/admin/platform/device';
  return {
    date,
    work: await ctx.services.shellBoard.work(ctx, [
      {
        label: '可疑交易',
        count: found.suspicious,
        path: '/admin/platform/consume',
        query: { suspicious: 'true', businessDate: `${date},${date}` },
        hint: '今天同卡同额短时重复的消费',
      },
      {
        label: '线上充值待补单',
        count: found.uncredited,
        path: '/admin/platform/re_onlinere_charge',
        query: { status: 'CREATED,PAYING,PAID,FAILED', createdAt: '*' },
        hint: '下单超过 10 分钟还没有入账，可向渠道查询后补单',
      },
      {
        label: '未能处理的支付通知',
        count: found.callbacks,
        path: '/admin/platform/third_pay_callback',
        query: { status: openCallbacks.join(','), receivedAt: '*' },
        hint: '验签失败、没有订单、金额不符或未能入账',
      },
      {
        label: '脱机待处理',
        count: found.suspense,
        path: '/admin/platform/check_consume/suspense',
        hint: '脱机记录未能入账，由单位处理',
      },
      {
        label: '失联设备',
        path: register,
        search: { silent: true, status: ['ACTIVE'] },
        bad: true,
        hint: `超过 ${silentMinutes} 分钟没有心跳`,
      },
      {
        label: '版本推送失败',
        path: '/admin/platform/app_upload',
        search: { status: ['HALTED'] },
        needs: ['gray', 'release'],
        bad: true,
        hint: '安装失败过多、自动暂停的终端程序版本',
      },
      {
        label: '有记录待上传的设备',
        path: register,
        search: { waiting: true, status: ['ACTIVE'] },
        hint: '设备上有还没有上传的脱机记录，由单位处理',
      },
      {
        label: '即将或已经到期',
        count: units.expiring,
        path: '/admin/platform/organization',
        query: { status: 'EXPIRING,EXPIRED' },
        hint: '服务 30 天内到期或已到期的单位',
      },
    ]),
    agents: units.agents,
    contractors: units.contractors,
    organizations: units.organizations,
    people: slow.people,
    devices: { inUse: devices.inUse, online: devices.online },
    consumeFen,
    heads: today.reduce((sum, unit) => sum + unit.heads, 0),
    rechargeFen: paid.get(date) ?? 0,
    consumeLastWeekFen: slow.netLastWeekFen,
    headsLastWeek: slow.headsLastWeek,
    rechargeLastWeekFen: slow.paidInLastWeekFen,
    floatFen: slow.floatFen,
    days,
    busiest: await busiest(ctx, eaten),
  };
}
