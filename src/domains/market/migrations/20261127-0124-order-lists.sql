-- Lists of orders a clerk handed in: the rows of a person make one order; what was not ordered is told by its row.
create table shop_order_sheet (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  organization_id bigint not null,
  delivery_date date not null,
  filename text not null,
  row_count int not null,
  order_count int not null,
  failed_count int not null,
  amount_fen bigint not null,
  said text not null,
  maker_id bigint not null,
  maker_name text not null,
  created_at timestamptz not null,
  primary key (contractor_id, id)
);
create index shop_order_sheet_made on shop_order_sheet (contractor_id, created_at desc);
