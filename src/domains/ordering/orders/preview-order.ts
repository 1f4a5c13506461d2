/** What the desk's form would order: the dishes of the menu with what is left of them, then what it comes to. */

import type { Preview } from '../../../kit/define/preview.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { dayKind } from '../../consumption/public.server.ts';
import { foreseeCoupon } from '../coupons/on-orders.ts';
import { type ChooseGroup, type OrderedMeal, orderingSetting } from '../rules/setting.ts';
import { groupOf } from './compose.ts';
import { judgeOrder, type WantedOrder } from './judge-order.ts';
import { takenOf } from './offer.ts';

/** Groups of the set that is ordered there; of several rules those of the first that has some. */
async function groupsOf(
  ctx: Ctx,
  { restaurantId, mealPeriodId, diningDate }: OrderedMeal,
): Promise<readonly ChooseGroup[]> {
  const { rules, calendar } = await orderingSetting(sqlOf(ctx.db), ownOrganization(ctx), ctx.clock.now());
  const kind = dayKind(diningDate, calendar);
  const rule = rules.find(
    (one) =>
      one.mode === 'SET_MEAL' &&
      one.chooseGroups.length > 0 &&
      one.restaurantId === restaurantId &&
      one.mealPeriodIds.includes(mealPeriodId) &&
      one.dayKinds.includes(kind),
  );
  return rule?.chooseGroups ?? [];
}

/** Dishes of the published menu that can be ordered, sold out ones shown as such. */
export async function menuRows(ctx: Ctx, wanted: Omit<WantedOrder, 'personId'>): Promise<Preview['rows']> {
  const db = sqlOf(ctx.db);
  const organizationId = ownOrganization(ctx);
  const { rows } = await db.query<{
    menuItemId: number;
    name: string;
    priceFen: number;
    most: number | null;
    status: string;
    typeIds: number[];
  }>(
    `select i.id as "menuItemId", i.dish_name as name, i.price_fen as "priceFen", i.order_limit as most, i.status,
       array_remove(array[t.id, t.parent_id], null) as "typeIds"
     from food_menu_item i join food_menu m on m.organization_id = i.organization_id and m.id = i.menu_id
     join dish d on d.organization_id = i.organization_id and d.id = i.dish_id
     join food_type t on t.id = d.type_id
     where i.organization_id = $1 and m.restaurant_id = $2 and m.menu_date = $3 and m.meal_period_id = $4
       and m.status = 'PUBLISHED' order by i.sort, i.id`,
    [organizationId, wanted.restaurantId, wanted.diningDate, wanted.mealPeriodId],
  );
  const taken = await takenOf(
    db,
    organizationId,
    rows.map((row) => row.menuItemId),
    0,
    0,
  );
  const groups = await groupsOf(ctx, wanted);
  return rows.map(({ most, status, typeIds, ...row }) => {
    const group = groupOf(groups, typeIds);
    const left = most === null ? null : Math.max(0, most - (taken.get(row.menuItemId)?.taken ?? 0));
    const gone = status !== 'ON' ? '已停售' : left === 0 ? '已订完' : null;
    const many = left === null ? '不限' : `${left} 份`;
    return {
      ...row,
      left: group ? `${group.name}（选 ${group.count} 道） ${many}` : many,
      qty: 1,
      off: true,
      problem: gone,
    };
  });
}

/** Figures for everybody of the form; the first «no» is said beside them. */
export async function orderTotals(
  ctx: Ctx,
  personIds: readonly number[],
  wanted: Omit<WantedOrder, 'personId'>,
  { lateReason, unitPays, changes }: { lateReason: string; unitPays: boolean; changes: boolean },
): Promise<Preview | Refusal> {
  const db = sqlOf(ctx.db);
  const organizationId = ownOrganization(ctx);
  const nowMs = ctx.clock.now();
  const setting = await orderingSetting(db, organizationId, nowMs);
  let totalFen = 0;
  let couponFen = 0;
  let no: Refusal | undefined;
  let refused = 0;
  for (const personId of personIds) {
    const judged = await judgeOrder(
      db,
      setting,
      { ...wanted, personId },
      { organizationId, nowMs, lateReason, closes: 'closesAt' },
    );
    if (isRefusal(judged)) {
      no ??= judged;
      refused += 1;
    } else {
      // An order that is changed keeps the coupon it has.
      const cutFen = changes
        ? 0
        : await foreseeCoupon(
            ctx.services,
            db,
            organizationId,
            { ...wanted, personId },
            judged,
            unitPays ? 'UNIT' : judged.rule.payTime,
          );
      totalFen += judged.amountFen - cutFen;
      couponFen += cutFen;
    }
  }
  const totalCount = personIds.length - refused;
  if (totalCount === 0 && no) return no;
  return {
    figures: [
      { label: '订单', value: totalCount, kind: 'int', unit: '单' },
      ...(couponFen > 0 ? [{ label: '优惠券已减', value: couponFen, kind: 'money' as const }] : []),
      { label: '合计', value: totalFen, kind: 'money' },
      ...(refused > 0 ? [{ label: '不能订', value: refused, kind: 'int' as const, unit: '人', bad: true }] : []),
    ],
    agreed: { totalCount, totalFen },
  };
}
