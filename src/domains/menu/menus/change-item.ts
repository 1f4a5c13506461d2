/** A dish on a published menu: stopped and taken up again, its limits, its price upwards. */

import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { labelIn } from '../../../kit/define/states.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { tellFollowers } from '../services.ts';
import { itemStatuses } from './menu-flow.ts';
import '../tables.ts';

export interface ItemChange {
  id: number;
  status?: 'ON' | 'SOLD_OUT' | 'STOPPED' | undefined;
  orderLimit?: number | null | undefined;
  limitPerPerson?: number | null | undefined;
  priceFen?: number | undefined;
}

/** NOT_NOW while the menu is not published or is over; a price may only rise. */
export async function changeItem(ctx: Ctx, change: ItemChange): Promise<Refusal | undefined> {
  const item = await ctx.db
    .selectFrom('food_menu_item')
    .selectAll()
    .where('id', '=', change.id)
    .forUpdate()
    .executeTakeFirst();
  if (!item) return refuse('NOT_FOUND');
  const menu = await ctx.db
    .selectFrom('food_menu')
    .select('status')
    .where('id', '=', item.menu_id)
    .executeTakeFirstOrThrow();
  if (menu.status !== 'PUBLISHED') return refuse('NOT_NOW', { why: '只有已发布的菜谱可以停售、改限量与价格' });
  if (change.priceFen !== undefined && change.priceFen < item.price_fen)
    return refuse(
      'INVALID_FIELDS',
      { detail: '发布后售价只能上调' },
      { priceFen: `不能低于 ${formatFenGrouped(item.price_fen)} 元` },
    );
  await ctx.db
    .updateTable('food_menu_item')
    .set({
      ...(change.status === undefined ? {} : { status: change.status }),
      ...(change.orderLimit === undefined ? {} : { order_limit: change.orderLimit }),
      ...(change.limitPerPerson === undefined ? {} : { limit_per_person: change.limitPerPerson }),
      ...(change.priceFen === undefined ? {} : { price_fen: change.priceFen }),
    })
    .where('id', '=', change.id)
    .execute();
  if (change.status !== undefined) await tellFollowers(ctx, [item.menu_id]);
  await ctx.audit({
    action: '调整在售菜品',
    targetId: item.menu_id,
    targetName: `${item.menu_date} ${item.dish_name ?? ''}`,
    changes: [
      ...(change.status === undefined
        ? []
        : [
            {
              key: 'status',
              label: '状态',
              before: labelIn(itemStatuses, item.status),
              after: labelIn(itemStatuses, change.status),
            },
          ]),
      ...(change.orderLimit === undefined
        ? []
        : [{ key: 'orderLimit', label: '限量', before: item.order_limit, after: change.orderLimit }]),
      ...(change.priceFen === undefined
        ? []
        : [{ key: 'priceFen', label: '售价', before: item.price_fen, after: change.priceFen }]),
    ],
  });
  return undefined;
}

/** The same change to several dishes; the first refusal ends it. */
export async function changeItems(
  ctx: Ctx,
  ids: readonly number[],
  change: Omit<ItemChange, 'id'>,
): Promise<Refusal | null> {
  for (const id of ids) {
    const no = await changeItem(ctx, { id, ...change });
    if (no) return no;
  }
  return null;
}
