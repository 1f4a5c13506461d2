/** Takes over the default meal periods of the contractors under contract, skipping those that overlap. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { beyondScope } from '../../../kit/server/query/beyond-scope.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { lockedMeals } from './meal-rules.ts';
import { overlapping } from './meal-times.ts';
import '../refusals.ts';

/** NO_DEFAULT_MEALS when nothing could be added. Runs in the caller's transaction. */
export async function adoptMeals(ctx: Ctx, organizationId: number): Promise<null | Refusal> {
  const taken = await lockedMeals(ctx.db, {
    table: 'meal_period',
    unitTable: 'organization',
    column: 'organization_id',
    unitId: organizationId,
  });
  // The defaults belong to the contractor, outside this organization's scope; the contract is what opens them.
  const offered = await beyondScope(ctx)
    .selectFrom('contractor_meal as m')
    .innerJoin('contract_site as s', 's.contractor_id', 'm.contractor_id')
    .select(['m.id', 'm.name', 'm.start_time', 'm.end_time', 'm.times', 'm.color', 'm.sort'])
    .distinct()
    .where('s.organization_id', '=', organizationId)
    .where('s.status', '=', 'ACTIVE')
    .where('m.status', '=', 'NORMAL')
    .orderBy('m.start_time')
    .execute();
  const at = isoAt(ctx.clock.now());
  let added = 0;
  for (const { id: _id, ...meal } of offered) {
    const span = { name: meal.name, startTime: meal.start_time, endTime: meal.end_time };
    if (overlapping(span, taken)) continue;
    const id = await ctx.ids.next();
    await ctx.db
      .insertInto('meal_period')
      .values({
        ...meal,
        organization_id: organizationId,
        id,
        status: 'NORMAL',
        created_at: at,
        created_by: ctx.session.accountId,
        updated_at: at,
        version: 1,
      })
      .execute();
    await ctx.audit({ action: '采用默认餐次', targetId: id, targetName: meal.name });
    taken.push({ id, ...span });
    added++;
  }
  return added > 0 ? null : refuse('NO_DEFAULT_MEALS');
}
