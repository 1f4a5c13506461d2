/** 周期订单 become orders in the hour before the cut-off of their day; who cannot pay is skipped that day and told, never in debt. */
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import type { ShopRow, StandingOrderRow } from '../tables.ts';
import { closesAt } from './judge-order.ts';
import { houseHand, type OrderParts } from './order-store.ts';
import { placeOrder } from './place-order.ts';

const aheadMs = 3_600_000;
const mostDays = 15;

/** The delivery days whose orders close within the hour. */
function closing(shop: ShopRow, nowMs: number): string[] {
  const today = dateAt(nowMs);
  return Array.from({ length: mostDays }, (_, i) => addDays(today, i)).filter((day) => {
    const until = closesAt(shop, day);
    return until > nowMs && until - nowMs <= aheadMs;
  });
}

/** 1 Monday to 7 Sunday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

export async function runStanding(parts: OrderParts & Pick<Services, 'log'>, signal?: AbortSignal): Promise<number> {
  const now = parts.clock.now();
  const { rows: shops } = await parts.pool.query<ShopRow>(
    `select /* wall: the house orders for every shop */ * from shop where status = 'OPEN' order by contractor_id, id`,
  );
  let placed = 0;
  for (const shop of shops)
    for (const day of closing(shop, now)) {
      const { rows } = await parts.pool.query<StandingOrderRow>(
        `select s.*, s.from_date::text as from_date from standing_order s
         where s.contractor_id = $1 and s.organization_id = $2 and s.status = 'NORMAL' and s.from_date <= $3::date
           and (s.until is null or s.until >= $3::date) and $4 = any(s.weekdays) and not ($3::date = any(s.skip_dates))
           and s.asked_for is distinct from $3::date order by s.id`,
        [shop.contractor_id, shop.organization_id, day, weekdayOf(day)],
      );
      for (const standing of rows) {
        if (signal?.aborted) return placed;
        const order = await placeOrder(
          parts,
          {
            contractorId: shop.contractor_id,
            organizationId: shop.organization_id,
            personId: standing.person_id,
            deliveryDate: day,
            way: standing.delivery_way,
            address: standing.address,
            remark: '周期订单',
            lines: standing.lines as { goodsId: number; quantity: number }[],
          },
          { by: houseHand, source: 'STANDING', requestKey: `standing:${standing.id}:${day}` },
        );
        const missed = isRefusal(order) ? `${day} 跳过：${refusalMessage(order)}` : '';
        if (!missed) placed += 1;
        await parts.pool.query(
          `update standing_order set asked_for = $3, missed = $4, updated_at = $5 where organization_id = $1 and id = $2`,
          [standing.organization_id, standing.id, day, missed, isoAt(now)],
        );
      }
    }
  return placed;
}
