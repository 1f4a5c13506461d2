/** What the kitchen has before it today, for the badge 今日订餐 (domain.md, note 7). */
import { sql } from 'kysely';
import type { Ctx } from '../../kit/server/context.ts';
import type { MissionSource } from '../shell/public.server.ts';
import { businessDay } from '../wallet/public.server.ts';
import { liveOrders } from './orders/order-words.ts';
import './tables.ts';

/** Live orders that dine today, within the scope. */
async function countToday(ctx: Ctx): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('meal_order')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('dining_date', '=', businessDay(ctx.clock.now()))
    .where('status', 'in', [...liveOrders])
    .executeTakeFirstOrThrow();
  return n;
}

export const ordersToday: MissionSource = {
  path: '/admin/organization/order_food_detail',
  needs: ['take', 'cook', 'ready', 'deliver'],
  count: countToday,
};
