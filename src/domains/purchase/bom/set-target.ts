/** The margin a dish should leave; those below are found by it. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import '../tables.ts';

export async function setTarget(ctx: Ctx, { values }: ActionInput): Promise<Done> {
  const told = {
    ratio_bp: Number(values.targetRatio),
    made_name: ctx.session.name,
    made_at: isoAt(ctx.clock.now()),
  };
  await ctx.db
    .insertInto('bom_target')
    .values({ contractor_id: ownContractor(ctx), ...told })
    .onConflict((conflict) => conflict.column('contractor_id').doUpdateSet(told))
    .execute();
  await ctx.audit({ action: '设毛利目标', targetName: `${told.ratio_bp / 100}%` });
  return null;
}
