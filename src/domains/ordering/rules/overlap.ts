/** A meal of a type has one way: two rules that speak of the same are refused when they are saved. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { nowOrPlanned } from '../../../kit/server/versions/now-or-planned.ts';
import { met, metWords, type NamedReach, type Reach, reportedReaches } from '../../headcount/public.server.ts';
import { orderingRefusals } from '../refusals.ts';

export interface OrderReach extends Reach {
  restaurantId: number;
}

/** What the unit's rules in use speak of, now or by a change that is planned; those of one restaurant where it is named, one of them left out. */
export async function orderedReaches(ctx: Ctx, restaurantId: number | null = null, butId = 0): Promise<NamedReach[]> {
  const { rows } = await sqlOf(ctx.db).query<NamedReach>(
    `select f.name, f.type_ids as "typeIds", f.meal_period_ids as "mealPeriodIds", f.day_kinds as "dayKinds" from ordering_rule r
     cross join lateral (${nowOrPlanned('ordering_rule')}) f
     where r.organization_id = $1 and r.id <> $2 and f.status = 'NORMAL' and ($3::bigint is null or f.restaurant_id = $3)
     order by r.id`,
    [ownOrganization(ctx), butId, restaurantId],
  );
  return rows;
}

/** The refusal naming the rule of ordering or of reporting, meal and type that are spoken of twice. */
export async function refuseOrderOverlap(ctx: Ctx, reach: OrderReach, ownId: number): Promise<Refusal | undefined> {
  for (const other of await orderedReaches(ctx, reach.restaurantId, ownId)) {
    const found = met(reach, other);
    if (found)
      return refuse(
        orderingRefusals.ORDER_RULE_OVERLAPS,
        { ...(await metWords(ctx, found)), rule: other.name },
        { mealPeriodIds: `与规则「${other.name}」重复` },
      );
  }
  for (const other of await reportedReaches(ctx, 0)) {
    const found = met(reach, other);
    if (found)
      return refuse(
        orderingRefusals.MEAL_IS_REPORTED,
        { ...(await metWords(ctx, found)), rule: other.name },
        { mealPeriodIds: `报餐规则「${other.name}」已管这一餐` },
      );
  }
  return undefined;
}
