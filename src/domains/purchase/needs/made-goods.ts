/**
 * Half-finished goods that lie in stock are no need of the buyer's: what of them is not there is to be made, and what it is made of is
 * needed instead. A need of a raw goods names by `via_id` the goods it is for the making of.
 */
import type { Sql } from '../../../kit/server/db/sql-of.ts';

/** Goods of `n` that is for goods made at the central store, or bought for it, goes there; the rest to the store of its site. */
export const centralText = (
  need: string,
  goods: string,
) => `(${goods}.supply = 'CENTRAL' or ${need}.via_id is not null and exists (select 1 from goods v
  where v.contractor_id = ${need}.contractor_id and v.id = ${need}.via_id and v.supply = 'CENTRAL'))`;

/** Goods `g` of the caterer $1 are made by itself and lie in stock on day $2. */
export const keptText = (
  goods: string,
) => `exists (select 1 from bom_flat k where k.contractor_id = $1 and k.goods_id = ${goods}
  and k.kept and $2::date >= k.since and $2::date < k.until)`;

/** Needs `want` of the made goods $3 with the place they are made at, and `net` by place: needed, and not there nor on its way. */
const netText = `want as (
    select n.*, case when ${centralText('n', 'g')} then null else n.site_id end as place
    from meal_need n join goods g on g.contractor_id = n.contractor_id and g.id = n.goods_id
    where n.contractor_id = $1 and n.purchase_date = $2::date and n.goods_id = $3),
  net as (
    select w.place, sum(w.qty)::bigint as need, greatest(0, sum(w.qty) + max(case when w.place is null then coalesce(g.min_stock, 0) else 0 end)
      - greatest(0, (select coalesce(sum(b.qty - b.reserved_qty), 0) from stock_balance b
          join storehouse h on h.contractor_id = b.contractor_id and h.id = b.storehouse_id
          where b.contractor_id = $1 and b.goods_id = $3 and (w.place is null or h.site_id = w.place))
        - (select coalesce(sum(s.qty), 0) from stock_lot s join lot l on l.contractor_id = s.contractor_id and l.id = s.lot_id
          join storehouse h on h.contractor_id = s.contractor_id and h.id = s.storehouse_id
          where s.contractor_id = $1 and s.goods_id = $3 and (w.place is null or h.site_id = w.place)
            and (l.status <> 'NORMAL' or l.expires_on < $2::date)))
      - (select coalesce(sum(t.qty), 0) from stock_transit t join storehouse h on h.contractor_id = t.contractor_id and h.id = t.to_id
        where t.contractor_id = $1 and t.goods_id = $3 and t.closed_at is null and (w.place is null or h.site_id = w.place)))::bigint as short
    from want w join goods g on g.contractor_id = $1 and g.id = $3 group by w.place)`;

/** Goods made on the day, those first that others are not in. */
async function madeOn(tx: Sql, contractorId: number, day: string): Promise<number[]> {
  const { rows } = await tx.query<{ goods: number; part: number }>(
    `select f.goods_id as goods, f.part_id as part from bom_flat f
     where f.contractor_id = $1 and f.kept and $2::date >= f.since and $2::date < f.until order by 1, 2`,
    [contractorId, day],
  );
  const waiting = new Map([...Map.groupBy(rows, ({ goods }) => goods)].map(([goods, of]) => [goods, of]));
  const order: number[] = [];
  while (waiting.size > 0) {
    const inOthers = new Set([...waiting.values()].flat().map(({ part }) => part));
    // A recipe that goes round cannot be saved: there always is one.
    for (const goods of [...waiting.keys()].filter((one) => !inOthers.has(one))) {
      order.push(goods);
      waiting.delete(goods);
    }
  }
  return order;
}

/** Puts beside the day's needs of made goods what of their parts is needed to make what is missing of them. */
export async function needParts(tx: Sql, contractorId: number, day: string): Promise<void> {
  for (const goodsId of await madeOn(tx, contractorId, day))
    await tx.query(
      `with ${netText}
       insert into meal_need (contractor_id, purchase_date, id, goods_id, site_id, meal_period_id, source, qty, dish_ids, portions, amounts, via_id)
       select w.contractor_id, w.purchase_date, nextval('id_block') * 1000, f.part_id, w.site_id, w.meal_period_id, w.source,
         ceil(w.qty * n.short::numeric * f.part_num / (n.need * f.part_den))::bigint, w.dish_ids, w.portions,
         array(select a.amount * (n.short::numeric * f.part_num / (n.need * f.part_den))::double precision
           from unnest(w.amounts) with ordinality as a (amount, nth) order by a.nth), $3
       from want w join net n on n.place is not distinct from w.place
       join bom_flat f on f.contractor_id = $1 and f.goods_id = $3 and f.kept and $2::date >= f.since and $2::date < f.until
       where n.short > 0 and n.need > 0`,
      [contractorId, day, goodsId],
    );
}

export interface ToMake {
  goodsId: number;
  /** The organization it is made at; null: the central store. */
  siteId: number | null;
  /** Base units. */
  qty: number;
}

/** What the day's needs ask to be made. */
export async function toMake(tx: Sql, contractorId: number, day: string): Promise<ToMake[]> {
  const asked: ToMake[] = [];
  for (const goodsId of await madeOn(tx, contractorId, day)) {
    const { rows } = await tx.query<Omit<ToMake, 'goodsId'>>(
      `with ${netText} select n.place as "siteId", n.short as qty from net n where n.short > 0 order by 1 nulls first`,
      [contractorId, day, goodsId],
    );
    asked.push(...rows.map((row) => ({ goodsId, ...row })));
  }
  return asked;
}
