/** Seals lots in every storehouse at once: nothing of them leaves but as a loss or back to the supplier; promises made of them end. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { saveReserved } from '../bills/promise.ts';
import { lockStock } from './post.ts';
import { cutReservations } from './reservations.ts';

export async function sealLots(ctx: Ctx, lotIds: readonly number[], reason: string): Promise<void> {
  const tx = sqlOf(ctx.db);
  const contractorId = ctx.session.unitId!;
  const places = await ctx.db
    .selectFrom('stock_lot')
    .select(['storehouse_id as storehouseId', 'goods_id as goodsId'])
    .where('lot_id', 'in', lotIds)
    .where('qty', '>', 0)
    .execute();
  const now = ctx.clock.now();
  const at = isoAt(now);
  // Whoever takes of them now is done, or waits and finds them sealed.
  const state = places.length > 0 ? await lockStock(tx, contractorId, places, businessDay(now), at) : undefined;
  await ctx.db.updateTable('lot').set({ status: 'SEALED', sealed_reason: reason }).where('id', 'in', lotIds).execute();
  if (!state) return;
  for (const lots of state.lots.values()) for (const lot of lots) if (lotIds.includes(lot.lotId)) lot.status = 'SEALED';
  await cutReservations(tx, contractorId, state, at);
  await saveReserved(tx, contractorId, state.pools);
}

/** Lots that proved harmless leave again; one past its date stays out. */
export async function unsealLots(ctx: Ctx, lotIds: readonly number[]): Promise<void> {
  await ctx.db
    .updateTable('lot')
    .set({ status: 'NORMAL', sealed_reason: '' })
    .where('id', 'in', lotIds)
    .where('status', '=', 'SEALED')
    .execute();
}
