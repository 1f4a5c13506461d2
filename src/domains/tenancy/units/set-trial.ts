/** Whether a unit is on trial, as its form says. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { RowValues } from '../../../kit/server/page/binding.ts';

/** Moves the unit between NORMAL and TRIAL where the form changed it; other states stay. */
export async function setTrial(
  ctx: Ctx,
  id: number,
  trial: boolean | null | undefined,
  before: RowValues | null,
): Promise<undefined> {
  if (trial === undefined || Boolean(before?.trial) === Boolean(trial)) return undefined;
  const [from, to] = trial ? (['NORMAL', 'TRIAL'] as const) : (['TRIAL', 'NORMAL'] as const);
  await ctx.db
    .updateTable('organization')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', '=', from)
    .execute();
  return undefined;
}
