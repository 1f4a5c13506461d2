/** What there is of goods, as columns beside a row `g` of goods; SQL names the contractor of that row. */
import { type RawBuilder, sql } from 'kysely';

const balances = (what: string) =>
  `(select coalesce(sum(${what}), 0)::bigint from stock_balance b where b.contractor_id = g.contractor_id and b.goods_id = g.id)`;
const lots = (what: string, where: string) =>
  `(select ${what} from stock_lot s join lot l on l.contractor_id = s.contractor_id and l.id = s.lot_id
    where s.contractor_id = g.contractor_id and s.goods_id = g.id and s.qty > 0 and ${where})`;
const words = (qty: string) => sql<string>`stock_qty(${sql.raw(qty)}, g.base_unit)`;

/** Base units that a price is shown for: a kilogram, a litre, one. */
export const pricedQty = `(case g.base_unit when 'PIECE' then 1 else 1000 end)`;
const rate = (fen: string, qty: string): RawBuilder<unknown> =>
  sql`(select round(p.fen::numeric * ${sql.raw(pricedQty)} / nullif(p.qty, 0))::bigint from (select ${sql.raw(fen)} as fen, ${sql.raw(qty)} as qty) p)`;

/** A lot whose last third of shelf life has begun on the day; without a production date, the last seven days. */
export const nearEnd = (day: string) =>
  `l.expires_on is not null and ${day}::date >= l.expires_on - case when l.produced_on is null then 7
     else (l.expires_on - l.produced_on) / 3 end`;

const onHand = balances('b.qty');
const dead = lots('coalesce(sum(s.qty), 0)::bigint', `(l.status <> 'NORMAL' or l.expires_on < clock.today)`);
const lastLot = (column: string) =>
  `(select b.${column} from stock_balance b where b.contractor_id = g.contractor_id and b.goods_id = g.id and b.last_qty > 0
    order by b.updated_at desc, b.storehouse_id limit 1)`;
const transit = `(select coalesce(sum(t.qty), 0)::bigint from stock_transit t
  where t.contractor_id = g.contractor_id and t.goods_id = g.id and t.closed_at is null)`;

/** Ordered of suppliers and not come yet. */
const ordered = `(select coalesce(sum(greatest(0, d.buy_qty - d.received_qty)), 0)::bigint from daily_purchase d
  where d.contractor_id = g.contractor_id and d.goods_id = g.id and d.status in ('ORDERED', 'PART_RECEIVED'))`;

export const stockColumns = {
  onHand: words(onHand),
  available: words(`greatest(0, ${onHand} - ${balances('b.reserved_qty')} - ${dead})`),
  inTransit: words(transit),
  onOrder: words(ordered),
  least: words('g.min_stock'),
  most: words('g.max_stock'),
  valueFen: sql<number>`${sql.raw(balances('b.value_fen'))}`,
  averageFen: rate(balances('b.value_fen'), onHand),
  lastFen: rate(lastLot('last_fen'), lastLot('last_qty')),
  expiringOn: sql<string>`${sql.raw(lots('min(l.expires_on)', `l.status = 'NORMAL'`))}`,
  belowMin: sql<boolean>`(g.status = 'NORMAL' and ${sql.raw(onHand)} < g.min_stock)`,
  expiring: sql<boolean>`exists ${sql.raw(lots('1', `l.status = 'NORMAL' and ${nearEnd('clock.today')}`))}`,
};

/** State of a lot `l` on `clock.today`. */
export const lotState = sql<string>`case when l.status = 'SEALED' then 'SEALED'
  when l.status = 'EXPIRED' or l.expires_on < clock.today then 'EXPIRED'
  when ${sql.raw(nearEnd('clock.today'))} then 'NEAR' else 'NORMAL' end`;

/**
 * What becomes of a lot `l` in store `h` before it is too late, by where its goods `g` are needed next: the first unit whose menu asks for
 * them within a week and before they expire, else a shop that sells them.
 */
export const lotAdvice = sql<string>`case ${lotState} when 'EXPIRED' then '报损或退货' when 'NEAR' then coalesce(
  (select case when n.site_id is not distinct from h.site_id then to_char(n.purchase_date, 'MM-DD') || ' 本单位菜谱用到，先领用'
      else '调拨到 ' || (select /* wall: where the goods are needed, by its name alone */ o.name from organization o where o.id = n.site_id)
        || '，' || to_char(n.purchase_date, 'MM-DD') || ' 用' end
    from meal_need n where n.contractor_id = g.contractor_id and n.goods_id = g.id and n.purchase_date >= clock.today
      and n.purchase_date <= least(l.expires_on, clock.today + 7) order by n.purchase_date, n.site_id limit 1),
  (select '商店打折' from shop_shelf f where f.contractor_id = g.contractor_id and f.goods_id = g.id and f.status = 'ON' limit 1),
  '近七天没有菜谱用到，尽早安排') end`;

/** What a lot `l` lying in a store as `s` shows. */
export const lotColumns = {
  lotNo: sql<string>`coalesce(nullif(l.lot_no, ''), '#' || l.id)`,
  qtyWords: sql<string>`stock_qty(s.qty, g.base_unit)`,
  producedOn: sql.ref<string>('l.produced_on'),
  expiresOn: sql.ref<string>('l.expires_on'),
  receivedAt: sql.ref<string>('l.received_at'),
  supplierName: sql.ref<string>('l.supplier_name'),
  state: lotState,
  advice: lotAdvice,
};
