/** A price from a day on. What has begun stays; one to come may be withdrawn; none begins in the past. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { marketRefusals } from '../refusals.ts';
import type { ShelfRow } from '../tables.ts';

export type Priced = Pick<ShelfRow, 'contractor_id' | 'organization_id' | 'goods_id' | 'unit_name' | 'unit_size'>;

/** From today on means at once; from a later day, as it begins. */
export async function setPrice(
  ctx: Ctx,
  shelf: Priced,
  goods: string,
  { priceFen, fromDate }: { priceFen: number; fromDate: string },
): Promise<Refusal | undefined> {
  const today = dateAt(ctx.clock.now());
  if (fromDate < today) return refuse(marketRefusals.PRICE_BACK, { goods, today }, { fromDate: `不能早于 ${today}` });
  const at = isoAt(ctx.clock.now());
  const fromAt = fromDate === today ? at : `${fromDate}T00:00:00+08:00`;
  const { contractor_id, organization_id, goods_id, unit_name, unit_size } = shelf;
  const row = { contractor_id, organization_id, goods_id, unit_name, unit_size };
  const { numInsertedOrUpdatedRows: written } = await ctx.db
    .insertInto('shelf_price')
    .values({
      ...row,
      id: await ctx.ids.next(),
      price_fen: priceFen,
      from_at: fromAt,
      maker_id: ctx.session.accountId,
      maker_name: ctx.session.name,
      created_at: at,
    })
    .onConflict((conflict) => conflict.constraint('shelf_price_from').doNothing())
    .executeTakeFirstOrThrow();
  if (written) return undefined;
  const other = await ctx.db
    .selectFrom('shelf_price')
    .select('price_fen')
    .where('organization_id', '=', organization_id)
    .where('goods_id', '=', goods_id)
    .where('from_at', '=', fromAt)
    .executeTakeFirstOrThrow();
  return refuse(
    marketRefusals.PRICE_TAKEN,
    { goods, from: fromDate, price: formatFenGrouped(other.price_fen) },
    { fromDate: '这一天已有价格' },
  );
}
