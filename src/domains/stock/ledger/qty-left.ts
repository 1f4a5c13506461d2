/** What of goods in a storehouse can be issued, in SQL: on hand, not promised, not sealed. */
export const qtyLeft = (contractor: string, house: string, goods: string): string =>
  `(select greatest(0, coalesce(max(b.qty - b.reserved_qty), 0) - coalesce((select sum(x.qty) from stock_lot x
      join lot y on y.contractor_id = x.contractor_id and y.id = x.lot_id
      where x.contractor_id = ${contractor} and x.storehouse_id = ${house} and x.goods_id = ${goods} and y.status <> 'NORMAL'), 0))::bigint
    from stock_balance b where b.contractor_id = ${contractor} and b.storehouse_id = ${house} and b.goods_id = ${goods})`;
