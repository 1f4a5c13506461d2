/**
 * What every goods of storehouses had at the end of a day, in SQL: its latest day until then, looked up goods by goods, so that it
 * costs the same however many years of days lie before.
 */

/** Rows of contractor_id, storehouse_id, goods_id, qty, fen for the balances `b` that hold `of`; `until` is a condition on a day `d`. */
export const balancesText = (of: string, until: string) => `
  select b.contractor_id, b.storehouse_id, b.goods_id, o.qty, o.fen from stock_balance b
  cross join lateral (select d.qty_after as qty, d.value_after_fen as fen from stock_day d
    where d.contractor_id = b.contractor_id and d.storehouse_id = b.storehouse_id and d.goods_id = b.goods_id and ${until}
    order by d.business_date desc limit 1) o
  where ${of}`;
