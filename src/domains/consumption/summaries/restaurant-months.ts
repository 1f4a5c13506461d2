/** Consumption per restaurant and month, with the change against the month before and the same month a year before. */
import { sql } from 'kysely';
import { averageFen, basisPoints } from '../../../kit/define/fen.ts';
import { lastOfMonth } from '../../../kit/define/month.ts';
import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { contractorName } from '../../tenancy/public.server.ts';
import { businessDay, netConsumedFen } from '../../wallet/public.server.ts';

export interface RestaurantMonth extends Record<string, unknown> {
  id: number;
  month: string;
  restaurantId: number;
  restaurantName: string;
  contractorName: string | null;
  heads: number;
  amountFen: number;
  perHeadFen: number;
  mainFen: number;
  subsidyFen: number;
  giftFen: number;
  arrearsFen: number;
  thirdFen: number;
  reversedFen: number;
  supplementFen: number;
  netFen: number;
  /** Basis points; null when there is nothing to compare with. */
  monthOnMonth: number | null;
  yearOnYear: number | null;
  firstDay: string;
  lastDay: string;
}

const monthBefore = (month: string, by: number): string => {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 - by;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
};
const change = (now: number, before = 0) => basisPoints(now - before, before);

/** The days of the current month that are over, as net by month and restaurant, with the same days of the months it is compared with. */
async function runningMonth(ctx: Ctx) {
  const today = businessDay(ctx.clock.now());
  const month = today.slice(0, 7);
  const rows = await ctx.db
    .selectFrom('consumed_by_place as u')
    .select([
      sql<string>`to_char(u.business_date, 'YYYY-MM')`.as('month'),
      'u.restaurant_id as id',
      netConsumedFen.as('fen'),
    ])
    .where((eb) =>
      eb.or(
        [0, 1, 12].map((back) => {
          const first = `${monthBefore(month, back)}-01`;
          return eb.and([
            eb('u.business_date', '>=', first),
            eb('u.business_date', '<', addDays(first, Number(today.slice(8)) - 1)),
            eb('u.business_date', '<=', lastOfMonth(first.slice(0, 7))),
          ]);
        }),
      ),
    )
    .groupBy([sql`1`, 'u.restaurant_id'])
    .execute();
  return { month, net: new Map(rows.map((r) => [`${r.month}|${r.id}`, r.fen])) };
}

/** Rows within the months of the search, newest month first. */
export async function restaurantMonths(ctx: Ctx, search: Search): Promise<RestaurantMonth[]> {
  const month = sql<string>`to_char(u.business_date, 'YYYY-MM')`;
  const rows = await ctx.db
    .selectFrom('consumed_by_place as u')
    .leftJoin('restaurant as r', (on) =>
      on.onRef('r.organization_id', '=', 'u.organization_id').onRef('r.id', '=', 'u.restaurant_id'),
    )
    .select([
      month.as('month'),
      'u.restaurant_id as restaurantId',
      sql<string>`coalesce(r.name, '未分餐厅')`.as('restaurantName'),
      sql<string | null>`max(${contractorName('r.contractor_id')})`.as('contractorName'),
      sql<number>`sum(u.restaurant_heads)::bigint`.as('heads'),
      sql<number>`sum(u.amount_fen)::bigint`.as('amountFen'),
      sql<number>`sum(u.main_fen)::bigint`.as('mainFen'),
      sql<number>`sum(u.subsidy_fen)::bigint`.as('subsidyFen'),
      sql<number>`sum(u.gift_fen)::bigint`.as('giftFen'),
      sql<number>`sum(u.arrears_fen)::bigint`.as('arrearsFen'),
      sql<number>`sum(u.third_fen)::bigint`.as('thirdFen'),
      sql<number>`sum(u.reversed_fen)::bigint`.as('reversedFen'),
      sql<number>`sum(u.supplement_fen)::bigint`.as('supplementFen'),
      sql<number>`sum(u.amount_fen - u.reversed_fen + u.supplement_fen)::bigint`.as('netFen'),
    ])
    .groupBy([month, 'u.restaurant_id', 'r.name'])
    .orderBy(month, 'desc')
    .orderBy('u.restaurant_id')
    .execute();
  const net = new Map(rows.map((r) => [`${r.month}|${r.restaurantId}`, r.netFen]));
  const running = await runningMonth(ctx);
  /** Change against the month so many before; of a month that runs its whole days against the same days. */
  const since = (r: (typeof rows)[0], months: number) => {
    const before = `${monthBefore(r.month, months)}|${r.restaurantId}`;
    if (r.month !== running.month) return change(r.netFen, net.get(before));
    return change(running.net.get(`${r.month}|${r.restaurantId}`) ?? 0, running.net.get(before));
  };
  const [from, to] = (Array.isArray(search.businessDate) ? search.businessDate : [null, null]) as (string | null)[];
  const wanted =
    search.restaurantId === undefined || search.restaurantId === null ? null : new Set([search.restaurantId].flat());
  return rows
    .filter(
      (r) =>
        (!from || r.month >= from.slice(0, 7)) &&
        (!to || r.month <= to.slice(0, 7)) &&
        (!wanted || wanted.size === 0 || wanted.has(r.restaurantId)),
    )
    .map((r, i) => ({
      ...r,
      id: i + 1,
      perHeadFen: averageFen(r.netFen, r.heads),
      monthOnMonth: since(r, 1),
      yearOnYear: since(r, 12),
      firstDay: `${r.month}-01`,
      lastDay: lastOfMonth(r.month),
    }));
}
