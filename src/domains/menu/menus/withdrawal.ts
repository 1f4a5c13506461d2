/** What withdrawing published menus would undo: orders of them that are not over yet. Writes nothing. */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import type { Ctx } from '../../../kit/server/context.ts';

export interface Withdrawal {
  orders: number;
  people: number;
  portions: number;
  /** Fen set aside for them, which people get back. */
  heldFen: number;
  /** Fen of those paid at the end of the month: nothing was taken yet. */
  laterFen: number;
}

export function lookAtWithdrawal(ctx: Ctx, ids: readonly number[]): Promise<Withdrawal> {
  return ctx.db
    .selectFrom('meal_order as o')
    .where('o.menu_id', 'in', [...ids])
    .where('o.status', 'in', ['UNPAID', 'PAID', 'ACCEPTED', 'COOKING', 'READY', 'DELIVERING'])
    .select([
      sql<number>`count(*)::int`.as('orders'),
      sql<number>`count(distinct o.person_id)::int`.as('people'),
      sql<number>`coalesce(sum(o.portions), 0)::int`.as('portions'),
      sql<number>`coalesce(sum(o.amount_fen) filter (where o.hold_id is not null), 0)::bigint`.as('heldFen'),
      sql<number>`coalesce(sum(o.amount_fen) filter (where o.hold_id is null), 0)::bigint`.as('laterFen'),
    ])
    .executeTakeFirstOrThrow();
}

/** The same in the words of a button's dialog. */
export async function withdrawalOutcome(ctx: Ctx, ids: readonly number[]): Promise<Outcome> {
  const { orders, people, portions, heldFen, laterFen } = await lookAtWithdrawal(ctx, ids);
  if (orders === 0) return { lines: [['订餐', '还没有人订，撤回后可修改再发布']] };
  return {
    lines: [
      ['将取消的订单', `${orders} 单，${people} 人，${portions} 份`],
      ['退回冻结', `${formatFenGrouped(heldFen)} 元，各回原账户`],
      ...(laterFen > 0 ? [['月结未扣', `${formatFenGrouped(laterFen)} 元，不再计费`] as const] : []),
      ['注意', '撤回后一分钟内全部取消，不能恢复；原因会写在每张订单上'],
    ],
    amount: `并取消 ${orders} 单`,
  };
}
