/** Saves 采购设置 of the caterer. */
import { changesOf } from '../../../kit/server/audit/entry.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { RowValues, Values } from '../../../kit/server/page/binding.ts';
import { settingsAfter } from '../../../kit/server/page/unit-settings.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import '../tables.ts';
import spec from './pages/purchase_setting.page.ts';

export async function savePurchaseSetting(
  ctx: Ctx,
  values: Values<typeof spec.fields>,
  before: RowValues,
): Promise<null> {
  const set = {
    order_limit_fen: settingsAfter(before, values).orderLimitFen ?? null,
    updated_at: isoAt(ctx.clock.now()),
  };
  await ctx.db
    .insertInto('purchase_setting')
    .values({ contractor_id: ownContractor(ctx), ...set, version: 1 })
    .onConflict((conflict) =>
      conflict
        .column('contractor_id')
        .doUpdateSet((eb) => ({ ...set, version: eb('purchase_setting.version', '+', 1) })),
    )
    .execute();
  await ctx.audit({
    action: `修改${spec.title}`,
    targetName: spec.title,
    changes: changesOf(spec.fields, before, values),
  });
  return null;
}
