/** Figures of an organization's home, out of rollups and short counts; cheap enough to be asked every minute. */
import { sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { onlineSeconds, silentMinutes } from '../../device/public.server.ts';
import type { Work } from '../../shell/public.server.ts';
import { businessDay, eatenBy, eatenByDay, floatFen, paidInBy, paidInByDay } from '../../wallet/public.server.ts';
import { comingMeals } from './coming-meals.ts';
import type { HomeDay, OrganizationHome } from './home-figures.ts';
import { aWeekAgo, mealsOf } from './meals-of-day.ts';
import { serving } from './serving.ts';

const chartDays = 14;

const page = (name: string) => `/admin/organization/${name}`;

/** What the home itself adds to the work list: terminals and cards. */
const ownWork: readonly Work[] = [
  {
    label: '脱机待处理',
    path: page('offline_consume'),
    search: { status: ['SUSPENSE'] },
    needs: ['post', 'void'],
    bad: true,
    hint: '脱机记录未能入账，需要人工处理',
  },
  {
    label: '失联设备',
    path: page('device_list'),
    search: { silent: true, status: ['ACTIVE'] },
    bad: true,
    hint: `超过 ${silentMinutes} 分钟没有心跳`,
  },
  {
    label: '有缺号的设备',
    path: page('offline_consume/gap'),
    search: { light: ['GAP'] },
    bad: true,
    hint: '有流水号没有到平台',
  },
  {
    label: '有记录待上传的设备',
    path: page('offline_consume/gap'),
    search: { light: ['WAITING'] },
    hint: '设备上还有没有上传的脱机记录',
  },
  {
    label: '挂失卡片',
    path: page('user'),
    search: { cardStatus: ['LOST'] },
    needs: ['replaceCard', 'liftLoss'],
    hint: '已挂失，等待补卡或解挂',
  },
  {
    label: '未发卡人员',
    path: page('user'),
    search: { carded: false, status: ['NORMAL'] },
    needs: 'issueCard',
    hint: '账户正常但没有卡',
  },
];

async function peopleAndFloat(ctx: Ctx) {
  const [people, float] = await Promise.all([
    ctx.db
      .selectFrom('person')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('status', '<>', 'CLOSED')
      .executeTakeFirstOrThrow(),
    floatFen(ctx.db),
  ]);
  return { people: people.n, floatFen: float };
}

async function devices(ctx: Ctx) {
  const organizationId = ownOrganization(ctx);
  const rows = await ctx.db
    .selectFrom('device as d')
    .leftJoin('device_beat as b', 'b.device_id', 'd.id')
    .select([
      'd.id',
      'd.name',
      'b.last_beat_at as lastBeatAt',
      sql<number>`coalesce(b.offline_count, 0)`.as('offlineCount'),
    ])
    .where('d.organization_id', '=', organizationId)
    .where('d.status', 'in', ['ASSIGNED', 'ACTIVE'])
    .orderBy('d.name')
    .limit(50)
    .execute();
  const now = ctx.clock.now();
  return rows.map((r) => ({
    ...r,
    online: r.lastBeatAt !== null && now - Date.parse(r.lastBeatAt) < onlineSeconds * 1_000,
  }));
}

/** The whole home in one answer. */
export async function organizationHome(ctx: Ctx): Promise<OrganizationHome> {
  const date = businessDay(ctx.clock.now());
  const lastWeek = addDays(date, -7);
  const from = addDays(date, 1 - chartDays);
  const thisTime = aWeekAgo(ctx);
  const [eaten, paidIn, eatenThen, paidInThen, today, coming, found, terminals, work] = await Promise.all([
    eatenByDay(ctx, from),
    paidInByDay(ctx.db, date),
    eatenBy(ctx.db, lastWeek, thisTime),
    paidInBy(ctx.db, lastWeek, thisTime),
    mealsOf(ctx, date),
    comingMeals(ctx),
    peopleAndFloat(ctx),
    devices(ctx),
    ctx.services.shellBoard.work(ctx, ownWork),
  ]);
  const now = eaten.get(date);
  const heads = (now?.heads ?? 0) - today.headsOfOtherDays;
  const days: HomeDay[] = Array.from({ length: chartDays }, (_, i) => {
    const day = addDays(from, i);
    const running = day === date;
    return { date: day, running, ...(eaten.get(day) ?? { consumeFen: 0, heads: 0 }), ...(running && { heads }) };
  });
  const then = eatenThen.get(ownOrganization(ctx));
  return {
    date,
    work,
    serving: await serving(ctx, coming),
    consumeFen: now?.consumeFen ?? 0,
    consumeLastWeekFen: then?.netFen ?? 0,
    rechargeFen: paidIn.get(date) ?? 0,
    rechargeLastWeekFen: paidInThen,
    headsLastWeek: (then?.heads ?? 0) - today.headsOfOtherDaysThen,
    heads,
    floatFen: found.floatFen,
    people: found.people,
    meals: today.meals,
    coming,
    days,
    devices: terminals,
  };
}
