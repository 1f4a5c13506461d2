/** What stopping dishes that were ordered already does to those orders, before it is confirmed. */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { portionState, standingLine } from './portion-sql.ts';

/** Sold out takes no more orders; stopped gives back those that stand. */
export async function foreseeStop(ctx: Ctx, ids: readonly number[], status: unknown): Promise<Outcome> {
  const { orders, portions, fen } = await ctx.db
    .selectFrom('meal_order_item as x')
    .innerJoin('meal_order as o', standingLine)
    .where(sql<boolean>`x.menu_item_id = any(${ids}::bigint[])`)
    .where(sql<boolean>`${portionState} = 'WAITING' and o.status <> 'DELIVERING'`)
    .select([
      sql<number>`count(distinct o.id)::int`.as('orders'),
      sql<number>`coalesce(sum(x.qty), 0)::int`.as('portions'),
      sql<number>`coalesce(sum(x.amount_fen), 0)::bigint`.as('fen'),
    ])
    .executeTakeFirstOrThrow();
  if (orders === 0) return { lines: [['未取的订单', '没有']] };
  const known = `${orders} 单 ${portions} 份，共 ${formatFenGrouped(fen)} 元`;
  return {
    lines: [
      ['未取的订单', known],
      [
        '这些订单',
        status === 'STOPPED'
          ? '几分钟内逐单退掉这道菜，冻结的金额退回本人；只订了它的整单取消。要换成别的菜，请改用订餐份量统计的「缺菜处理」'
          : '不变，照常取餐；只是不再接新的',
      ],
    ],
  };
}
