/** Whether orders are still on their way to addresses. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { liveOrders } from '../orders/order-words.ts';
import { orderingRefusals } from '../refusals.ts';

/** AREA_IN_USE while live orders go to one of the addresses, or to any of the areas. */
export async function refuseInUse(
  ctx: Ctx,
  { addressIds = [], areaIds = [] }: { addressIds?: readonly number[]; areaIds?: readonly number[] },
): Promise<Refusal | undefined> {
  const { rows } = await sqlOf(ctx.db).query<{ n: number }>(
    `select count(*)::int as n from meal_order o
     join order_address a on a.organization_id = o.organization_id and a.id = o.address_id
     where o.organization_id = $1 and o.status = any($2::text[])
       and (a.id = any($3::bigint[]) or a.area_id = any($4::bigint[]))`,
    [ownOrganization(ctx), liveOrders, addressIds, areaIds],
  );
  const count = rows[0]?.n ?? 0;
  return count > 0 ? refuse(orderingRefusals.AREA_IN_USE, { count }) : undefined;
}
