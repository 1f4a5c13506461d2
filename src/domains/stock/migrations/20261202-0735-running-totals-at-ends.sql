-- Running totals as a month ended, and the latest of all ('infinity'), side by side for all goods of a caterer: read in one go, where
-- those of any other day are looked up goods by goods. Written by the nightly fold; `ends_to` is how far they follow stock_folded.
create table stock_running_end (
  contractor_id bigint not null,
  ends date not null,
  storehouse_id bigint not null,
  goods_id bigint not null,
  -- The day that last moved it.
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
  qty_after bigint not null,
  value_after_fen bigint not null,
  primary key (contractor_id, ends, storehouse_id, goods_id)
);
alter table stock_folded add column ends_to date;
