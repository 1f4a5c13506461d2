-- Buying: suppliers with their papers, prices by date, what food-stuffs are bought as, what is needed for a day, orders, acceptance.
create table supplier (
  unit_type text not null check (unit_type in ('PLATFORM', 'CONTRACTOR')),
  unit_id bigint not null,
  id bigint not null,
  name text not null,
  licence_no text,
  food_licence_no text,
  licence_end date,
  contact text,
  phone text,
  address text,
  categories text[] not null default '{}',
  blacklisted boolean not null default false,
  black_reason text not null default '',
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (unit_type, unit_id, id),
  constraint supplier_name unique (unit_type, unit_id, name)
);
create unique index supplier_id on supplier (id);

create table supplier_paper (
  unit_type text not null,
  unit_id bigint not null,
  id bigint not null,
  supplier_id bigint not null,
  kind text not null check (kind in ('LICENCE', 'FOOD', 'QUARANTINE', 'TEST', 'OTHER')),
  paper_no text,
  expires_on date,
  file text,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (unit_type, unit_id, id),
  foreign key (unit_type, unit_id, supplier_id) references supplier (unit_type, unit_id, id) on delete cascade
);
create index supplier_paper_of on supplier_paper (unit_type, unit_id, supplier_id);

-- Fen per named unit, between two days; no two of a supplier for the same goods on one day.
create table supply_price (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  supplier_id bigint not null,
  goods_id bigint not null,
  unit_id bigint,
  unit_size bigint not null check (unit_size > 0),
  price_fen bigint not null check (price_fen between 0 and 100000000),
  from_date date not null,
  to_date date not null,
  min_milli bigint not null default 0 check (min_milli >= 0),
  lead_days int not null default 1 check (lead_days between 0 and 30),
  preferred boolean not null default false,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (contractor_id, id),
  foreign key (contractor_id, goods_id) references goods (contractor_id, id),
  check (to_date >= from_date),
  constraint supply_price_apart exclude using gist (int8range(contractor_id, contractor_id, '[]') with &&,
    int8range(supplier_id, supplier_id, '[]') with &&, int8range(goods_id, goods_id, '[]') with &&,
    daterange(from_date, to_date, '[]') with &&)
);
create index supply_price_goods on supply_price (contractor_id, goods_id, from_date);

-- What a food-stuff of the library is bought as: milligrams of it that one base unit of the goods gives.
create table bom_map (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  lib_stuff_id bigint not null,
  goods_id bigint not null,
  per_base_mg bigint not null default 1000 check (per_base_mg between 1 and 1000000000),
  from_date date not null,
  made_at timestamptz not null,
  made_name text not null default '',
  primary key (contractor_id, id),
  constraint bom_map_day unique (contractor_id, lib_stuff_id, from_date),
  foreign key (contractor_id, goods_id) references goods (contractor_id, id)
);

-- A line of what is to be bought for a day, to a storehouse; run again it is the same line, ordered ones get another beside them.
create table daily_purchase (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  purchase_date date not null,
  goods_id bigint not null,
  storehouse_id bigint not null,
  nth int not null default 1,
  need_qty bigint not null,
  stock_qty bigint not null,
  transit_qty bigint not null,
  ordered_qty bigint not null,
  least_qty bigint not null,
  suggest_qty bigint not null,
  buy_qty bigint not null check (buy_qty >= 0),
  edit_reason text not null default '',
  supplier_id bigint,
  unit_id bigint,
  unit_size bigint not null default 1,
  price_fen bigint,
  amount_fen bigint not null default 0,
  late boolean not null default false,
  received_qty bigint not null default 0,
  order_id bigint,
  status text not null check (status in ('DRAFT', 'ORDERED', 'PART_RECEIVED', 'RECEIVED', 'CLOSED')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (contractor_id, id),
  constraint daily_purchase_line unique (contractor_id, purchase_date, goods_id, storehouse_id, nth),
  foreign key (contractor_id, goods_id) references goods (contractor_id, id)
);
create index daily_purchase_order on daily_purchase (contractor_id, order_id) where order_id is not null;
create index daily_purchase_open on daily_purchase (contractor_id, goods_id) where status in ('ORDERED', 'PART_RECEIVED');

-- Where a need comes from: the portions of each dish.
create table purchase_need (
  contractor_id bigint not null,
  id bigint not null,
  purchase_date date not null,
  goods_id bigint not null,
  site_id bigint not null,
  meal_period_id bigint not null,
  dish_id bigint not null,
  dish_name text not null,
  portions int not null,
  source text not null check (source in ('ASKED', 'PLAN')),
  qty bigint not null,
  primary key (contractor_id, id)
);
create index purchase_need_day on purchase_need (contractor_id, purchase_date, goods_id);

create table supply_order (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  order_no text not null,
  supplier_id bigint not null,
  delivery_date date not null,
  storehouse_id bigint not null,
  line_count int not null,
  amount_fen bigint not null,
  status text not null check (status in ('ORDERED', 'PART_RECEIVED', 'RECEIVED', 'CLOSED')),
  close_reason text not null default '',
  maker_id bigint,
  maker_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (contractor_id, id),
  constraint supply_order_no unique (contractor_id, order_no)
);
create index supply_order_made on supply_order (contractor_id, created_at desc);

create table receipt (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  receipt_no text not null,
  order_id bigint,
  supplier_id bigint not null,
  supplier_name text not null,
  supplier_address text not null default '',
  supplier_phone text not null default '',
  storehouse_id bigint not null,
  -- Bought at the market: with cash, without an order.
  emergency boolean not null default false,
  inspector_id bigint not null,
  inspector_name text not null,
  second_id bigint not null,
  second_name text not null,
  photo text,
  papers text[] not null default '{}',
  amount_fen bigint not null,
  line_count int not null,
  held_count int not null,
  bill_id bigint,
  accepted_at timestamptz not null,
  status text not null check (status in ('DONE', 'HELD')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (contractor_id, id),
  constraint receipt_no unique (contractor_id, receipt_no),
  check (inspector_id <> second_id)
);
create index receipt_made on receipt (contractor_id, accepted_at desc);
create index receipt_order on receipt (contractor_id, order_id) where order_id is not null;

create table receipt_line (
  contractor_id bigint not null,
  id bigint not null,
  receipt_id bigint not null,
  line_no int not null,
  purchase_id bigint,
  goods_id bigint not null,
  unit_id bigint,
  gross_milli bigint not null default 0,
  tare_milli bigint not null default 0,
  typed_milli bigint not null,
  qty bigint not null check (qty >= 0),
  price_fen bigint not null,
  list_fen bigint,
  amount_fen bigint not null,
  lot_id bigint,
  lot_no text not null default '',
  produced_on date,
  expires_on date,
  temp10 int,
  look text not null check (look in ('GOOD', 'FAIR', 'BAD')),
  verdict text not null check (verdict in ('TAKE', 'REFUSE')),
  reason text not null default '',
  held_why text not null default '',
  status text not null check (status in ('POSTED', 'HELD', 'REFUSED')),
  approved_name text not null default '',
  returned_qty bigint not null default 0,
  returned_fen bigint not null default 0,
  primary key (contractor_id, id),
  foreign key (contractor_id, receipt_id) references receipt (contractor_id, id),
  check (returned_qty <= qty)
);
create index receipt_line_of on receipt_line (contractor_id, receipt_id, line_no);
create index receipt_line_goods on receipt_line (contractor_id, goods_id);
create index receipt_line_purchase on receipt_line (contractor_id, purchase_id) where purchase_id is not null;
