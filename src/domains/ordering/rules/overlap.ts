/** A meal of a type has one way: two rules that speak of the same are refused when they are saved. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { orderingRefusals } from '../refusals.ts';

export interface OrderReach {
  restaurantId: number;
  typeIds: readonly number[];
  mealPeriodIds: readonly number[];
  dayKinds: readonly string[];
}

interface Other {
  name: string;
  type_ids: readonly number[];
  meal_period_ids: readonly number[];
  day_kinds: readonly string[];
}

const common = <T>(a: readonly T[], b: readonly T[]) => a.find((one) => b.includes(one));

/** Meal and type that both speak of; `type` undefined where it is everyone. */
function met(reach: OrderReach, other: Other): { meal: number; type: number | undefined } | undefined {
  const meal = common(reach.mealPeriodIds, other.meal_period_ids);
  if (meal === undefined || common(reach.dayKinds, other.day_kinds) === undefined) return undefined;
  const everyone = reach.typeIds.length === 0 || other.type_ids.length === 0;
  const type = common(reach.typeIds, other.type_ids);
  if (!everyone && type === undefined) return undefined;
  return { meal, type: type ?? reach.typeIds[0] ?? other.type_ids[0] };
}

async function words(ctx: Ctx, found: { meal: number; type: number | undefined }) {
  const meal = await ctx.db.selectFrom('meal_period').select('name').where('id', '=', found.meal).executeTakeFirst();
  const type =
    found.type === undefined
      ? undefined
      : await ctx.db.selectFrom('person_type').select('name').where('id', '=', found.type).executeTakeFirst();
  return { meal: meal?.name ?? '餐次', type: type?.name ?? '所有类别' };
}

/** The refusal naming the rule of ordering or of reporting, meal and type that are spoken of twice, now or by a change that is planned. */
export async function refuseOrderOverlap(ctx: Ctx, reach: OrderReach, ownId: number): Promise<Refusal | undefined> {
  const sql = sqlOf(ctx.db);
  const { rows: orders } = await sql.query<Other>(
    `select f.name, f.type_ids, f.meal_period_ids, f.day_kinds from ordering_rule r
     cross join lateral (
       select r.* union all
       select p.* from row_version v cross join lateral jsonb_populate_record(r, v.content) p
       where v.organization_id = r.organization_id and v.table_name = 'ordering_rule' and v.row_id = r.id
         and v.state = 'PLANNED') f
     where r.organization_id = $1 and r.id <> $2 and f.status = 'NORMAL' and f.restaurant_id = $3 order by r.id`,
    [ownOrganization(ctx), ownId, reach.restaurantId],
  );
  for (const other of orders) {
    const found = met(reach, other);
    if (found)
      return refuse(
        orderingRefusals.ORDER_RULE_OVERLAPS,
        { ...(await words(ctx, found)), rule: other.name },
        { mealPeriodIds: `与规则「${other.name}」重复` },
      );
  }
  const reports = await ctx.db
    .selectFrom('meal_rule')
    .select(['name', 'type_ids', 'meal_period_ids', 'day_kinds'])
    .where('status', '=', 'NORMAL')
    .execute();
  for (const other of reports) {
    const found = met(reach, other);
    if (found)
      return refuse(
        orderingRefusals.MEAL_IS_REPORTED,
        { ...(await words(ctx, found)), rule: other.name },
        { mealPeriodIds: `报餐规则「${other.name}」已管这一餐` },
      );
  }
  return undefined;
}
