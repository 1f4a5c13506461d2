/** A meal of a type has one rule: two that speak of the same are refused when they are saved. */
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { headcountRefusals } from '../refusals.ts';

export interface Reach {
  typeIds: readonly number[];
  mealPeriodIds: readonly number[];
  dayKinds: readonly string[];
}

const common = <T>(a: readonly T[], b: readonly T[]) => a.find((one) => b.includes(one));

/** The refusal naming the rule, meal and type that are spoken of twice; undefined where none is. */
export async function refuseOverlap(ctx: Ctx, reach: Reach, ownId: number): Promise<Refusal | undefined> {
  const others = await ctx.db
    .selectFrom('meal_rule')
    .select(['name', 'type_ids', 'meal_period_ids', 'day_kinds'])
    .where('status', '=', 'NORMAL')
    .where('id', '<>', ownId)
    .execute();
  for (const other of others) {
    const meal = common(reach.mealPeriodIds, other.meal_period_ids);
    const everyone = reach.typeIds.length === 0 || other.type_ids.length === 0;
    const type = common(reach.typeIds, other.type_ids) ?? reach.typeIds[0] ?? other.type_ids[0];
    if (meal === undefined || common(reach.dayKinds, other.day_kinds) === undefined) continue;
    if (!everyone && common(reach.typeIds, other.type_ids) === undefined) continue;
    const named = await ctx.db.selectFrom('meal_period').select('name').where('id', '=', meal).executeTakeFirst();
    const typed =
      type === undefined
        ? undefined
        : await ctx.db.selectFrom('person_type').select('name').where('id', '=', type).executeTakeFirst();
    const words = { meal: named?.name ?? '餐次', type: typed?.name ?? '所有类别', rule: other.name };
    return refuse(headcountRefusals.RULE_OVERLAPS, words, { mealPeriodIds: `与规则「${other.name}」重复` });
  }
  return undefined;
}
