/** What keeps goods in order: barcodes that are none, units that documents stand on, goods that are still there. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { RowValues, Values } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { stockRefusals } from '../refusals.ts';
import { barcodeFault } from './barcode.ts';
import type { goods } from './pages/goods.page.ts';

type GoodsValues = Values<typeof goods.fields>;

export function checkGoods(_ctx: Ctx, values: GoodsValues, before: RowValues | null): Refusal | undefined {
  if (values.barcode && values.barcode !== before?.barcode) {
    const why = barcodeFault(values.barcode);
    if (why) return refuse(stockRefusals.BARCODE_BAD, { code: values.barcode, why }, { barcode: why });
  }
  const least = values.minStock === undefined ? before?.minStock : values.minStock;
  const most = values.maxStock === undefined ? before?.maxStock : values.maxStock;
  if (typeof least === 'number' && typeof most === 'number' && most < least)
    return refuse('INVALID_FIELDS', { detail: '库存上限不能小于下限' }, { maxStock: '不能小于下限' });
  return undefined;
}

async function saveUnits(
  ctx: Ctx,
  goodsId: number,
  rows: NonNullable<GoodsValues['units']>,
): Promise<Refusal | undefined> {
  const known = await ctx.db
    .selectFrom('goods_unit')
    .selectAll()
    .where('goods_id', '=', goodsId)
    .where('status', '=', 'NORMAL')
    .execute();
  const kept = new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, row] as const])));
  for (const unit of known) {
    const row = kept.get(unit.id);
    const at = () => ctx.db.updateTable('goods_unit').where('id', '=', unit.id);
    if (row && row.size !== unit.size && unit.used) return refuse(stockRefusals.UNIT_USED, { unit: unit.name });
    if (row)
      await at()
        .set({
          name: row.name!,
          size: row.size!,
          for_buy: !!row.forBuy,
          for_issue: !!row.forIssue,
          for_sale: !!row.forSale,
        })
        .execute();
    else if (unit.used) await at().set({ status: 'DISABLED' }).execute();
    else await ctx.db.deleteFrom('goods_unit').where('id', '=', unit.id).execute();
  }
  const old = new Set(known.map(({ id }) => id));
  const fresh = rows.filter(({ id }) => id === null || !old.has(id));
  const ids = await ctx.ids.take(fresh.length);
  if (fresh.length > 0)
    await ctx.db
      .insertInto('goods_unit')
      .values(
        fresh.map((row, i) => ({
          contractor_id: ownContractor(ctx),
          id: ids[i]!,
          goods_id: goodsId,
          name: row.name!,
          size: row.size!,
          for_buy: !!row.forBuy,
          for_issue: !!row.forIssue,
          for_sale: !!row.forSale,
          used: false,
          status: 'NORMAL' as const,
          created_at: isoAt(ctx.clock.now()),
        })),
      )
      .execute();
  return undefined;
}

/** Writes units and attributes of goods. */
export async function saveParts(ctx: Ctx, id: number, values: GoodsValues): Promise<Refusal | undefined> {
  if (values.units !== undefined) {
    const no = await saveUnits(ctx, id, values.units ?? []);
    if (no) return no;
  }
  if (values.attributes === undefined) return undefined;
  await ctx.db.deleteFrom('goods_attribute').where('goods_id', '=', id).execute();
  const rows = (values.attributes ?? []).map((row) => ({
    contractor_id: ownContractor(ctx),
    goods_id: id,
    attribute_id: row.attributeId!,
    value_id: row.valueId!,
  }));
  if (rows.length > 0) await ctx.db.insertInto('goods_attribute').values(rows).execute();
  return undefined;
}

/** Goods that are somewhere, on their way, or in documents that are not done stay in use: where is said. */
export async function refuseDisable(ctx: Ctx, ids: readonly number[]): Promise<Refusal | undefined> {
  const { rows } = await sql<{ name: string; places: string }>`
    select g.name, string_agg(p.place, '、' order by p.place) as places from goods g join (
      select b.goods_id, h.name || ' ' || stock_qty(b.qty, g2.base_unit) as place from stock_balance b
      join goods g2 on g2.contractor_id = b.contractor_id and g2.id = b.goods_id
      join storehouse h on h.contractor_id = b.contractor_id and h.id = b.storehouse_id
      where b.contractor_id = ${ownContractor(ctx)} and b.goods_id = any(${ids}::bigint[]) and b.qty > 0
      union select l.goods_id, b.bill_no from stock_bill_line l
      join stock_bill b on b.contractor_id = l.contractor_id and b.id = l.bill_id
      where l.contractor_id = ${ownContractor(ctx)} and l.goods_id = any(${ids}::bigint[]) and b.status in ('DRAFT', 'SUBMITTED', 'SENT')
      union select d.goods_id, o.order_no from daily_purchase d
      join supply_order o on o.contractor_id = d.contractor_id and o.id = d.order_id
      where d.contractor_id = ${ownContractor(ctx)} and d.goods_id = any(${ids}::bigint[])
        and d.status in ('WAITING', 'ORDERED', 'PART_RECEIVED')
    ) p on p.goods_id = g.id
    where g.contractor_id = ${ownContractor(ctx)} group by g.id, g.name order by g.name limit 1`.execute(ctx.db);
  const [first] = rows;
  return first && refuse(stockRefusals.GOODS_IN_STOCK, { goods: first.name, where: first.places });
}
