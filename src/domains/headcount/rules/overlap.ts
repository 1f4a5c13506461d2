/** A meal of a type has one scheme: rules that speak of the same, of reporting or of ordering, are refused when either is saved. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { nowOrPlanned } from '../../../kit/server/versions/now-or-planned.ts';
import { headcountRefusals } from '../refusals.ts';
import type { NamedReach, Reach } from '../services.ts';

const common = <T>(a: readonly T[], b: readonly T[]) => a.find((one) => b.includes(one));

interface Met {
  mealPeriodId: number;
  /** Undefined where it is everyone. */
  typeId: number | undefined;
}

/** Meal and type that both speak of; undefined where they leave each other alone. */
export function met(reach: Reach, other: Reach): Met | undefined {
  const mealPeriodId = common(reach.mealPeriodIds, other.mealPeriodIds);
  if (mealPeriodId === undefined || common(reach.dayKinds, other.dayKinds) === undefined) return undefined;
  const everyone = reach.typeIds.length === 0 || other.typeIds.length === 0;
  const typeId = common(reach.typeIds, other.typeIds);
  if (!everyone && typeId === undefined) return undefined;
  return { mealPeriodId, typeId: typeId ?? reach.typeIds[0] ?? other.typeIds[0] };
}

/** Their names, for a refusal. */
export async function metWords(ctx: Ctx, { mealPeriodId, typeId }: Met): Promise<{ meal: string; type: string }> {
  const meal = await ctx.db.selectFrom('meal_period').select('name').where('id', '=', mealPeriodId).executeTakeFirst();
  const type =
    typeId === undefined
      ? undefined
      : await ctx.db.selectFrom('person_type').select('name').where('id', '=', typeId).executeTakeFirst();
  return { meal: meal?.name ?? '餐次', type: type?.name ?? '所有类别' };
}

/** What the unit's rules of reporting in use speak of, now or by a change that is planned; one of them left out. */
export async function reportedReaches(ctx: Ctx, butId: number): Promise<NamedReach[]> {
  const { rows } = await sqlOf(ctx.db).query<NamedReach>(
    `select f.name, f.type_ids as "typeIds", f.meal_period_ids as "mealPeriodIds", f.day_kinds as "dayKinds" from meal_rule r
     cross join lateral (${nowOrPlanned('meal_rule')}) f
     where r.organization_id = $1 and r.id <> $2 and f.status = 'NORMAL' order by r.id`,
    [ownOrganization(ctx), butId],
  );
  return rows;
}

/** The refusal naming the rule, meal and type that are spoken of twice; undefined where none is. */
export async function refuseOverlap(ctx: Ctx, reach: Reach, ownId: number): Promise<Refusal | undefined> {
  for (const other of await reportedReaches(ctx, ownId)) {
    const found = met(reach, other);
    if (found)
      return refuse(
        headcountRefusals.RULE_OVERLAPS,
        { ...(await metWords(ctx, found)), rule: other.name },
        { mealPeriodIds: `与规则「${other.name}」重复` },
      );
  }
  for (const other of (await ctx.services.orderedReaches?.(ctx)) ?? []) {
    const found = met(reach, other);
    if (found)
      return refuse(
        headcountRefusals.MEAL_IS_ORDERED,
        { ...(await metWords(ctx, found)), rule: other.name },
        { mealPeriodIds: `订餐规则「${other.name}」已管这一餐` },
      );
  }
  return undefined;
}
