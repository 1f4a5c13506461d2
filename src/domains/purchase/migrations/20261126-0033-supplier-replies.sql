-- What a supplier says of an order by its link: how much of each line he brings, at which price, of which lot.
alter table supply_order add column confirmed_at timestamptz;
create table supply_reply (
  contractor_id bigint not null references contractor (id),
  order_id bigint not null,
  purchase_id bigint not null,
  qty_milli bigint not null check (qty_milli >= 0),
  price_fen bigint not null check (price_fen >= 0),
  lot_no text not null default '',
  produced_on date,
  expires_on date,
  note text not null default '',
  said_at timestamptz not null,
  primary key (contractor_id, purchase_id),
  foreign key (contractor_id, purchase_id) references daily_purchase (contractor_id, id)
);
create index supply_reply_order on supply_reply (contractor_id, order_id);
-- A photo that was used before is marked.
create index receipt_photo on receipt (contractor_id, photo) where photo is not null;
