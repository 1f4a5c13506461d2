/** Goods that have to stay cold on their way. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { saleRefusals } from '../sale-refusals.ts';
import type { ShopWaveRow } from '../tables.ts';

/** Of a load: what is kept cold, and how warm it may be at most, in whole degrees. */
export interface Cold {
  goods: string;
  maxTemp: number;
}

export interface ColdAboard extends Cold {
  goodsId: number;
  /** Base units, and how many of them are one of what is typed. */
  qty: number;
  perTyped: number;
}

/** What a wave carries of goods that are kept cold, those that bear least first. */
export async function coldAboard(tx: Sql, wave: ShopWaveRow): Promise<ColdAboard[]> {
  const carried =
    wave.kind === 'SHOP'
      ? `select i.goods_id, coalesce(i.picked_qty, i.qty) as qty from shop_order o
         join shop_order_item i on i.organization_id = o.organization_id and i.order_id = o.id
         where o.contractor_id = $1 and o.wave_id = $2 and o.status in ('PICKING', 'DELIVERING')`
      : `select l.goods_id, l.qty from shop_wave_line x
         join stock_bill_line l on l.contractor_id = x.contractor_id and l.bill_id = x.bill_id and l.goods_id = x.goods_id
         where x.contractor_id = $1 and x.wave_id = $2`;
  const { rows } = await tx.query<ColdAboard>(
    `select g.id as "goodsId", g.name as goods, g.max_temp as "maxTemp", sum(c.qty)::bigint as qty,
       case g.base_unit when 'PIECE' then 1 else 1000 end as "perTyped"
     from (${carried}) c join goods g on g.contractor_id = $1 and g.id = c.goods_id
     where g.stored <> 'DRY' and c.qty > 0 group by g.contractor_id, g.id order by g.max_temp, g.name`,
    [wave.contractor_id, wave.id],
  );
  return rows;
}

/** A load with cold goods is measured, and none of them may be warmer than it can bear. Pure. */
export function refuseWarm(no: string, cold: readonly Cold[], temp10: number | null): Refusal | undefined {
  const [first] = cold;
  if (!first) return undefined;
  if (temp10 === null)
    return refuse(saleRefusals.WAVE_TEMP, { no, goods: first.goods }, { temp: '车上有冷藏、冷冻商品，须填写' });
  const warm = cold.find(({ maxTemp }) => temp10 > maxTemp * 10);
  return (
    warm &&
    refuse(
      saleRefusals.WAVE_WARM,
      { no, goods: warm.goods, temp: String(temp10 / 10), most: warm.maxTemp },
      { temp: `「${warm.goods}」不得高于 ${warm.maxTemp} ℃` },
    )
  );
}
