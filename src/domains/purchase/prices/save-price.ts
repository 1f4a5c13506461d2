/** A price between two days: what has begun is never changed, only ended; no two of a supplier meet on one day. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { RowValues, Values } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { purchaseRefusals } from '../refusals.ts';
import type spec from './pages/supply_price.page.ts';

type PriceValues = Values<typeof spec.fields>;

async function refuseOverlap(
  ctx: Ctx,
  price: { supplierId: number; goodsId: number; from: string; to: string },
  but = 0,
) {
  const other = await ctx.db
    .selectFrom('supply_price as p')
    .innerJoin('goods as g', 'g.id', 'p.goods_id')
    .innerJoin('supplier as s', 's.id', 'p.supplier_id')
    .select(['p.from_date as from', 'p.to_date as to', 'g.name as goods', 's.name as supplier'])
    .where('p.supplier_id', '=', price.supplierId)
    .where('p.goods_id', '=', price.goodsId)
    .where('p.from_date', '<=', price.to)
    .where('p.to_date', '>=', price.from)
    .where('p.id', '<>', but)
    .orderBy('p.from_date')
    .executeTakeFirst();
  return other && refuse(purchaseRefusals.PRICE_OVERLAP, other, { fromDate: `与 ${other.from} 至 ${other.to} 重叠` });
}

export async function savePrice(ctx: Ctx, values: PriceValues, today: string): Promise<{ id: number } | Refusal> {
  const [supplierId, goodsId] = [values.supplierId!, values.goodsId!];
  const [from, to] = [values.fromDate!, values.toDate!];
  if (from < today) return refuse(purchaseRefusals.PRICE_PAST, { today }, { fromDate: `不能早于 ${today}` });
  if (to < from) return refuse('INVALID_FIELDS', { detail: '止日不能早于起日' }, { toDate: '不能早于起日' });
  // Two who write the same price wait for each other.
  const goods = await ctx.db
    .selectFrom('goods')
    .select('name')
    .where('id', '=', goodsId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const unit = values.unitId
    ? await ctx.db.selectFrom('goods_unit').selectAll().where('id', '=', values.unitId).executeTakeFirst()
    : null;
  if (unit === undefined || (unit && unit.goods_id !== goodsId))
    return refuse(purchaseRefusals.PRICE_UNIT, { goods: goods.name });
  const no = await refuseOverlap(ctx, { supplierId, goodsId, from, to });
  if (no) return no;
  const at = isoAt(ctx.clock.now());
  const id = await ctx.ids.next();
  await ctx.db
    .insertInto('supply_price')
    .values({
      contractor_id: ownContractor(ctx),
      id,
      supplier_id: supplierId,
      goods_id: goodsId,
      unit_id: unit?.id ?? null,
      unit_size: unit?.size ?? 1,
      price_fen: values.priceFen!,
      from_date: from,
      to_date: to,
      min_milli: Math.round((values.minQty ?? 0) * 1_000),
      lead_days: values.leadDays ?? 1,
      preferred: values.preferred ?? false,
      created_at: at,
      created_by: ctx.session.accountId,
      updated_at: at,
      version: 1,
    })
    .execute();
  if (unit) await ctx.db.updateTable('goods_unit').set({ used: true }).where('id', '=', unit.id).execute();
  await ctx.audit({ action: '新增', targetId: id, targetName: `${goods.name} ${from} 起` });
  return { id };
}

/** An end may move, not into the past; the price itself stands. */
export async function shortenPrice(
  ctx: Ctx,
  id: number,
  values: PriceValues,
  before: RowValues,
): Promise<null | Refusal> {
  const today = isoAt(ctx.clock.now()).slice(0, 10);
  const to = values.toDate ?? (before.toDate as string);
  const from = before.fromDate as string;
  if (to < from || (to !== before.toDate && to < today))
    return refuse('INVALID_FIELDS', { detail: '止日不能早于今天和起日' }, { toDate: '不能早于今天和起日' });
  const no = await refuseOverlap(
    ctx,
    { supplierId: before.supplierId as number, goodsId: before.goodsId as number, from, to },
    id,
  );
  if (no) return no;
  await ctx.db
    .updateTable('supply_price')
    .set((eb) => ({
      to_date: to,
      ...(values.minQty === undefined ? {} : { min_milli: Math.round((values.minQty ?? 0) * 1_000) }),
      ...(values.leadDays === undefined ? {} : { lead_days: values.leadDays ?? 1 }),
      ...(values.preferred === undefined ? {} : { preferred: values.preferred ?? false }),
      updated_at: isoAt(ctx.clock.now()),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  await ctx.audit({ action: '编辑', targetId: id, targetName: `${before.goodsName} ${from} 起` });
  return null;
}
