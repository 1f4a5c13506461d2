/** Figures of a contractor's home, out of the day totals of the restaurants it served and short counts. */
import { sql } from 'kysely';
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { namesOf, unitTotals } from '../../consumption/public.server.ts';
import { silentMinutes } from '../../device/public.server.ts';
import { businessDay, eatenBy, paidInBy, paidInByDay, type SoFar } from '../../wallet/public.server.ts';
import type { ContractorDay, ContractorHome, ServedUnit } from './contractor-figures.ts';
import { type HeadsElsewhere, headsOfOtherDays } from './meals-of-day.ts';

const chartDays = 14;
/** Contracts and papers are worth a word from so many days before they end. */
const aheadDays = 60;
const terminals = '/admin/contractor/deploy_site/device';
const waitingOrders = ['PAID', 'ACCEPTED', 'COOKING', 'READY', 'DELIVERING'] as const;

interface Net {
  amountFen: number;
  reversedFen: number;
  supplementFen: number;
}
const netOf = ({ amountFen, reversedFen, supplementFen }: Net) => amountFen - reversedFen + supplementFen;

const sumOf = (units: ReadonlyMap<number, SoFar>, key: 'netFen' | 'placeHeads'): number =>
  [...units.values()].reduce((sum, unit) => sum + unit[key], 0);
/** Counted as a contractor counts its diners: in each restaurant, at meals or not. */
const placeHeadsOf = (elsewhere: readonly HeadsElsewhere[]): number =>
  elsewhere.reduce((sum, { placeHeads }) => sum + placeHeads, 0);

/** Units that ate today, or a week ago by this time, the busiest first: the day is not over, so it is held against the same hours. */
async function servedUnits(
  ctx: Ctx,
  date: string,
  lastWeek: ReadonlyMap<number, SoFar>,
  elsewhere: readonly HeadsElsewhere[],
): Promise<ServedUnit[]> {
  const today = await unitTotals(ctx, ['organizationId'], { businessDate: [date, date] });
  const before = [...lastWeek.keys()].map((organizationId) => ({ organizationId }));
  const names = await namesOf(ctx, [...today, ...before], 'organizationId');
  return [...names]
    .map(([id, name]) => {
      const now = today.find((one) => one.organizationId === id);
      return {
        id: Number(id),
        name,
        consumeCount: now?.consumeCount ?? 0,
        heads: (now?.heads ?? 0) - placeHeadsOf(elsewhere.filter((one) => one.organizationId === Number(id))),
        netFen: now ? netOf(now) : 0,
        lastWeekFen: lastWeek.get(Number(id))?.netFen ?? 0,
      };
    })
    .sort((a, b) => b.netFen - a.netFen || b.lastWeekFen - a.lastWeekFen);
}

const count = sql<number>`count(*)::int`.as('n');

async function counts(ctx: Ctx, date: string, until: string) {
  const [contracts, reported, orders, restaurants] = await Promise.all([
    ctx.db
      .selectFrom('contract_site')
      .select(count)
      .where('status', '=', 'ACTIVE')
      .where('end_date', '<=', until)
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('trade as t')
      .innerJoin('correction as c', (on) =>
        on.onRef('c.organization_id', '=', 't.organization_id').onRef('c.trade_id', '=', 't.id'),
      )
      .select(sql<number>`count(distinct t.id)::int`.as('n'))
      .where('c.status', '=', 'REPORTED')
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('meal_order')
      .select(sql<number>`coalesce(sum(portions), 0)::int`.as('n'))
      .where('dining_date', '=', date)
      .where('status', 'in', [...waitingOrders])
      .executeTakeFirstOrThrow(),
    ctx.db.selectFrom('restaurant').select(count).where('status', '=', 'NORMAL').executeTakeFirstOrThrow(),
  ]);
  return {
    contracts: contracts.n,
    reported: reported.n,
    orders: orders.n,
    restaurants: restaurants.n,
  };
}

/** Units whose diners' accounts are open to it and whose last month it has not signed. */
async function unsigned(ctx: Ctx, from: string, to: string): Promise<number> {
  const open = ctx.scope.accounts ?? ctx.scope.organizations;
  if (open === 'ALL' || open.length === 0) return 0;
  const { n } = await ctx.db
    .selectFrom('statement_sign')
    .select(sql<number>`count(distinct organization_id)::int`.as('n'))
    .where('from_date', '=', from)
    .where('to_date', '=', to)
    .where('organization_id', 'in', [...open])
    .executeTakeFirstOrThrow();
  return open.length - n;
}

async function purse(ctx: Ctx) {
  const rows = await ctx.db
    .selectFrom('unit_wallet')
    .select(['purse', 'balance_fen'])
    .where('purse', 'in', ['AVAILABLE', 'PENDING'])
    .execute();
  const of = (name: string) => rows.find((row) => row.purse === name)?.balance_fen ?? 0;
  return { availableFen: of('AVAILABLE'), pendingFen: of('PENDING') };
}

/** The whole home in one answer, over what the contractor serves and served. */
export async function contractorHome(ctx: Ctx): Promise<ContractorHome> {
  const date = businessDay(ctx.clock.now());
  const until = addDays(dateAt(ctx.clock.now()), aheadDays);
  const lastWeek = addDays(date, -7);
  const from = addDays(date, 1 - chartDays);
  const month = `${date.slice(0, 7)}-01`;
  const lastDay = addDays(month, -1);
  const lastMonth = [`${lastDay.slice(0, 7)}-01`, lastDay] as const;
  const first = month < from ? month : from;
  const thisTime = ctx.clock.now() - 7 * 86_400_000;
  const [soFar, elsewhere, elsewhereThen] = await Promise.all([
    eatenBy(ctx.db, lastWeek, thisTime),
    headsOfOtherDays(ctx, date),
    headsOfOtherDays(ctx, lastWeek, thisTime),
  ]);
  const [eaten, paid, paidThen, served, found, open, own] = await Promise.all([
    unitTotals(ctx, ['businessDate'], { businessDate: [first, date] }),
    paidInByDay(ctx.db, from),
    paidInBy(ctx.db, lastWeek, thisTime),
    servedUnits(ctx, date, soFar, elsewhere),
    counts(ctx, dateAt(ctx.clock.now()), until),
    unsigned(ctx, ...lastMonth),
    purse(ctx),
  ]);
  const byDay = new Map(eaten.map((day) => [day.businessDate, day]));
  const net = (day: string) => {
    const one = byDay.get(day);
    return one ? netOf(one) : 0;
  };
  const days: ContractorDay[] = Array.from({ length: chartDays }, (_, i) => {
    const day = addDays(from, i);
    return { date: day, running: day === date, consumeFen: net(day), rechargeFen: paid.get(day) ?? 0 };
  });
  return {
    date,
    work: await ctx.services.shellBoard.work(ctx, [
      {
        label: '合同即将到期',
        count: found.contracts,
        path: '/admin/contractor/manage/contract_site',
        query: { status: 'ACTIVE', endDate: `,${until}` },
        hint: `${aheadDays} 天内到期，到期后只看得到经营过的那些天`,
      },
      {
        label: '上月未对账的单位',
        count: open,
        path: '/admin/contractor/account_statement',
        query: { businessDate: lastMonth.join(','), signState: 'OPEN' },
        hint: '就餐人账户的期末余额还没有确认，一家一行一个账户',
      },
      {
        label: '待单位受理的纠错',
        count: found.reported,
        path: '/admin/contractor/trade_record',
        query: { correctStatus: 'REPORTED', businessDate: '*' },
        hint: '申请或申报的错扣，单位还没有受理',
      },
      {
        label: '失联设备',
        path: terminals,
        search: { silent: true, status: ['ACTIVE'] },
        bad: true,
        hint: `所经营餐厅的终端超过 ${silentMinutes} 分钟没有心跳，请联系单位`,
      },
      {
        label: '有缺号的设备',
        path: terminals,
        search: { gapped: true },
        bad: true,
        hint: '有流水号没有到平台，结算单可能出不来，请单位让设备补传',
      },
      {
        label: '有记录待上传的设备',
        path: terminals,
        search: { waiting: true, status: ['ACTIVE'] },
        hint: '终端上有还没有上传的脱机记录，传齐以前结算单可能出不来',
      },
      {
        label: '证照将到期',
        path: '/admin/contractor/papers',
        search: { foodLicenseEnd: [null, until] },
        hint: `食品经营许可证 ${aheadDays} 天内到期或已过期，请办理延续并由平台更新；供应商的另列`,
      },
    ]),
    consumeFen: net(date),
    consumeLastWeekFen: sumOf(soFar, 'netFen'),
    heads: (byDay.get(date)?.heads ?? 0) - placeHeadsOf(elsewhere),
    headsLastWeek: sumOf(soFar, 'placeHeads') - placeHeadsOf(elsewhereThen),
    rechargeFen: paid.get(date) ?? 0,
    rechargeLastWeekFen: paidThen,
    monthFen: eaten.filter((day) => String(day.businessDate) >= month).reduce((sum, day) => sum + netOf(day), 0),
    waitingPortions: found.orders,
    units: ctx.scope.organizations === 'ALL' ? 0 : ctx.scope.organizations.length,
    restaurants: found.restaurants,
    ...own,
    days,
    served,
  };
}
