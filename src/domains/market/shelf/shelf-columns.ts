/** What stands beside a row `s` of shelves: its price, its cost, what is left of it; `clock` tells the moment. */
import { sql } from 'kysely';

const prices = `from shelf_price p where p.contractor_id = s.contractor_id and p.organization_id = s.organization_id
  and p.goods_id = s.goods_id`;
const price = sql`(select p.price_fen ${sql.raw(prices)} and p.from_at <= clock.now order by p.from_at desc limit 1)`;
/** What a unit of it cost when it was last bought, wherever it lies. */
const cost = sql`(select round(b.last_fen::numeric * s.unit_size / b.last_qty)::bigint from stock_balance b
  where b.contractor_id = s.contractor_id and b.goods_id = s.goods_id and b.last_qty > 0 order by b.updated_at desc, b.storehouse_id limit 1)`;
/** What can be sold out of the shop's storehouse; null where it keeps none. */
const left = sql`(select coalesce((select b.qty - b.reserved_qty from stock_balance b where b.contractor_id = h.contractor_id
    and b.storehouse_id = h.storehouse_id and b.goods_id = s.goods_id), 0)
  from shop h where h.contractor_id = s.contractor_id and h.organization_id = s.organization_id and h.storehouse_id is not null)`;

const yuan = (fen: string) => sql.raw(`trim(to_char(${fen} / 100.0, '999999990.00'))`);

export const shelfColumns = {
  priceFen: price,
  priceWords: sql`(select ${yuan('p.price_fen')} || ' / ' || s.unit_name ${sql.raw(prices)} and p.from_at <= clock.now
    order by p.from_at desc limit 1)`,
  nextWords: sql`(select to_char(p.from_at at time zone 'Asia/Shanghai', 'MM-DD') || ' 起 ' || ${yuan('p.price_fen')} ${sql.raw(prices)}
    and p.from_at > clock.now order by p.from_at limit 1)`,
  costFen: cost,
  marginRatio: sql`((${price} - ${cost}) * 10000 / nullif(${price}, 0))::int`,
  stockWords: sql`stock_qty(${left}, g.base_unit)`,
  low: sql`coalesce(s.alert_qty > ${left}, false)`,
  state: sql`case when s.status = 'OFF' or g.status <> 'NORMAL' then 'OFF' when ${left} <= 0 then 'SOLD_OUT' else 'ON' end`,
};
