/** Figures of an organization's home, out of rollups and short counts; cheap enough to be asked every minute. */
import { sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { Work } from '../../shell/public.server.ts';
import {
  businessDay,
  eatenBy,
  eatenByDay,
  floatFen,
  mealHeadsBy,
  netConsumedFen,
  paidInBy,
  paidInByDay,
} from '../../wallet/public.server.ts';
import { comingMeals } from './coming-meals.ts';
import type { HomeDay, HomeMeal, OrganizationHome } from './home-figures.ts';
import { serving } from './serving.ts';

const chartDays = 14;
/** A terminal beats every 30 s; three missed ones make it offline. */
const offlineAfterMs = 90_000;

async function meals(ctx: Ctx, today: string): Promise<Omit<HomeMeal, 'lastWeekHeads'>[]> {
  return ctx.db
    .selectFrom('meal_period as m')
    .leftJoin('consumed_by_place as u', (on) =>
      on
        .onRef('u.organization_id', '=', 'm.organization_id')
        .onRef('u.meal_period_id', '=', 'm.id')
        .on('u.business_date', '=', today),
    )
    .select([
      'm.id',
      'm.name',
      sql<number>`coalesce(sum(u.heads), 0)::bigint`.as('heads'),
      sql<number>`coalesce(sum(u.consume_count), 0)::bigint`.as('consumeCount'),
      netConsumedFen.as('netFen'),
    ])
    .where('m.status', '=', 'NORMAL')
    .groupBy(['m.id', 'm.name', 'm.start_time'])
    .orderBy('m.start_time')
    .execute();
}

/**
 * Diners that today's books count or take back of meals of other days, by meal: corrections and late records of the past. The
 * day's own heads are without them; its money is not, since it moves today.
 */
async function headsOfOtherDays(ctx: Ctx, today: string): Promise<Map<number, number>> {
  const eatenOn = sql`coalesce(o.occurred_date, t.occurred_date)`;
  const rows = await ctx.db
    .selectFrom('trade as t')
    .leftJoin('trade as o', (on) =>
      on.onRef('o.organization_id', '=', 't.organization_id').onRef('o.id', '=', 't.original_trade_id'),
    )
    .where('t.business_date', '=', today)
    .where(
      sql<boolean>`(t.heads <> 0 or t.restaurant_heads <> 0) and (t.kind = 'REVERSE' or t.occurred_date <> t.business_date)`,
    )
    .where(sql<boolean>`${eatenOn} <> t.business_date`)
    .groupBy('t.meal_period_id')
    .select(['t.meal_period_id as id', sql<number>`sum(t.heads)::bigint`.as('heads')])
    .execute();
  return new Map(rows.map((row) => [row.id, row.heads]));
}

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
    label: '离线设备',
    path: page('device_list'),
    search: { online: false, status: ['ACTIVE'] },
    bad: true,
    hint: '超过 90 秒没有心跳',
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
  return rows.map((r) => ({ ...r, online: r.lastBeatAt !== null && now - Date.parse(r.lastBeatAt) < offlineAfterMs }));
}

const weekMs = 7 * 86_400_000;

/** The whole home in one answer. */
export async function organizationHome(ctx: Ctx): Promise<OrganizationHome> {
  const date = businessDay(ctx.clock.now());
  const lastWeek = addDays(date, -7);
  const from = addDays(date, 1 - chartDays);
  const thisTime = ctx.clock.now() - weekMs;
  const [eaten, paidIn, eatenThen, paidInThen, mealsThen, perMeal, elsewhere, coming, found, terminals, work] =
    await Promise.all([
      eatenByDay(ctx, from),
      paidInByDay(ctx.db, date),
      eatenBy(ctx.db, lastWeek, thisTime),
      paidInBy(ctx.db, lastWeek, thisTime),
      mealHeadsBy(ctx.db, lastWeek, thisTime),
      meals(ctx, date),
      headsOfOtherDays(ctx, date),
      comingMeals(ctx),
      peopleAndFloat(ctx),
      devices(ctx),
      ctx.services.shellBoard.work(ctx, ownWork),
    ]);
  const days: HomeDay[] = Array.from({ length: chartDays }, (_, i) => {
    const day = addDays(from, i);
    return { date: day, running: day === date, ...(eaten.get(day) ?? { consumeFen: 0, heads: 0 }) };
  });
  const now = eaten.get(date);
  const then = eatenThen.get(ownOrganization(ctx));
  return {
    date,
    work,
    serving: await serving(ctx, coming),
    consumeFen: now?.consumeFen ?? 0,
    consumeLastWeekFen: then?.netFen ?? 0,
    rechargeFen: paidIn.get(date) ?? 0,
    rechargeLastWeekFen: paidInThen,
    headsLastWeek: then?.heads ?? 0,
    heads: (now?.heads ?? 0) - [...elsewhere.values()].reduce((sum, heads) => sum + heads, 0),
    floatFen: found.floatFen,
    people: found.people,
    meals: perMeal.map((meal) => ({
      ...meal,
      heads: meal.heads - (elsewhere.get(meal.id) ?? 0),
      lastWeekHeads: mealsThen.get(meal.id) ?? 0,
    })),
    coming,
    days,
    devices: terminals,
  };
}
