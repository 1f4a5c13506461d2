-- What every goods of a storehouse moved from its first day until the end of a past one: what it moved in any period is the difference
-- of two rows, however many days lie between. Written at night out of the day totals, which cannot change any more.
create table stock_running (
  contractor_id bigint not null,
  storehouse_id bigint not null,
  goods_id bigint not null,
  business_date date not null,
  in_qty bigint not null,
  in_fen bigint not null,
  issue_qty bigint not null,
  issue_fen bigint not null,
  sale_qty bigint not null,
  sale_fen bigint not null,
  loss_qty bigint not null,
  loss_fen bigint not null,
  away_qty bigint not null,
  away_fen bigint not null,
  count_qty bigint not null,
  count_fen bigint not null,
  revalue_fen bigint not null,
  -- As the day left it.
  qty_after bigint not null,
  value_after_fen bigint not null,
  primary key (contractor_id, storehouse_id, goods_id, business_date)
);

-- The last day whose totals are in it; days after it are read one by one.
create table stock_folded (
  contractor_id bigint primary key references contractor (id),
  folded_to date not null
);
