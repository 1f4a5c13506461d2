-- A caterer's shops and what stands on their shelves: one shop for each organization it serves, one shelf for each shop.
create table shop (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  organization_id bigint not null references organization (id),
  name text not null,
  -- The place of kind SHOP its tills stand at, and whose trades its sales are.
  restaurant_id bigint,
  -- What it sells from.
  storehouse_id bigint,
  open_at text not null default '07:00' check (open_at ~ '^([01]\d|2[0-8]):[0-5]\d$'),
  close_at text not null default '21:00' check (close_at ~ '^([01]\d|2[0-8]):[0-5]\d$'),
  -- Orders for a day are taken until this time, so many days before it.
  cutoff_at text not null default '16:00' check (cutoff_at ~ '^([01]\d|2[0-8]):[0-5]\d$'),
  cutoff_days int not null default 1 check (cutoff_days between 0 and 14),
  pickup boolean not null default true,
  delivery boolean not null default false,
  delivery_fee_fen bigint not null default 0 check (delivery_fee_fen between 0 and 1000000),
  -- Least amount that is delivered.
  least_fen bigint not null default 0 check (least_fen >= 0),
  after_sale_hours int not null default 48 check (after_sale_hours between 0 and 48),
  -- Labels of the scale: two digits before the number of the goods, then the amount in fen or the grams.
  scale_prefix int check (scale_prefix between 20 and 29),
  scale_tells text check (scale_tells in ('AMOUNT', 'WEIGHT')),
  status text not null default 'OPEN' check (status in ('OPEN', 'CLOSED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (contractor_id, id),
  constraint shop_site unique (contractor_id, organization_id),
  foreign key (contractor_id, storehouse_id) references storehouse (contractor_id, id),
  check (pickup or delivery),
  check ((scale_prefix is null) = (scale_tells is null))
);
create unique index shop_restaurant on shop (organization_id, restaurant_id) where restaurant_id is not null;

create table shop_shelf (
  contractor_id bigint not null,
  id bigint not null,
  organization_id bigint not null,
  goods_id bigint not null,
  -- What it is sold by: a unit of the goods, or its base unit. Weighed goods are priced for it and counted in grams.
  unit_id bigint,
  unit_name text not null,
  unit_size bigint not null check (unit_size between 1 and 1000000000),
  by_weight boolean not null default false,
  -- The number the scale prints.
  plu int check (plu between 1 and 99999),
  -- Codes of its other packs of the same size, beside the goods' own.
  barcodes text[] not null default '{}',
  -- Units a person may buy on one day.
  limit_qty int check (limit_qty between 1 and 10000),
  -- Base units below which somebody is told.
  alert_qty bigint check (alert_qty >= 0),
  sort int not null default 0,
  status text not null default 'OFF' check (status in ('ON', 'OFF')),
  off_reason text not null default '',
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (contractor_id, id),
  constraint shop_shelf_goods unique (contractor_id, organization_id, goods_id),
  foreign key (contractor_id, organization_id) references shop (contractor_id, organization_id),
  foreign key (contractor_id, goods_id) references goods (contractor_id, id),
  check (not by_weight or plu is not null)
);
create unique index shop_shelf_plu on shop_shelf (contractor_id, organization_id, plu) where plu is not null;
create index shop_shelf_of_goods on shop_shelf (contractor_id, goods_id);

-- Fen for one unit from a moment on, until the next one's. One that has begun stands for ever.
create table shelf_price (
  contractor_id bigint not null,
  id bigint not null,
  organization_id bigint not null,
  goods_id bigint not null,
  price_fen bigint not null check (price_fen between 0 and 100000000),
  unit_name text not null,
  unit_size bigint not null check (unit_size > 0),
  from_at timestamptz not null,
  maker_id bigint,
  maker_name text not null default '',
  created_at timestamptz not null,
  primary key (contractor_id, id),
  constraint shelf_price_from unique (contractor_id, organization_id, goods_id, from_at),
  foreign key (contractor_id, organization_id, goods_id) references shop_shelf (contractor_id, organization_id, goods_id)
);

-- What somebody ordered in a shop. It belongs to the organization; its money is a trade of mode SHOP with this order's id.
create table shop_order (
  organization_id bigint not null references organization (id),
  id bigint not null,
  contractor_id bigint not null references contractor (id),
  order_no text not null,
  person_id bigint not null,
  delivery_way text not null check (delivery_way in ('PICKUP', 'DELIVERY')),
  address_id bigint,
  delivery_date date not null,
  -- Goods and delivery as ordered, less what was short: what it comes to.
  amount_fen bigint not null check (amount_fen >= 0),
  delivery_fee_fen bigint not null default 0 check (delivery_fee_fen >= 0),
  short_fen bigint not null default 0 check (short_fen >= 0),
  refunded_fen bigint not null default 0 check (refunded_fen >= 0),
  pay_way text check (pay_way in ('MAIN', 'SUBSIDY', 'THIRD', 'MIX')),
  hold_id bigint,
  trade_id bigint,
  pick_code text,
  status text not null check (status in ('UNPAID', 'PAID', 'PICKING', 'DELIVERING', 'FINISHED', 'CANCELLED', 'REFUNDING', 'REFUNDED', 'CLOSED')),
  created_at timestamptz not null,
  paid_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  constraint shop_order_no unique (order_no),
  check (refunded_fen <= amount_fen),
  check (status not in ('FINISHED', 'REFUNDING', 'REFUNDED') or finished_at is not null)
);
create index shop_order_queue on shop_order (organization_id, contractor_id, status, delivery_date);
create index shop_order_person on shop_order (organization_id, person_id, created_at desc);
create index shop_order_made on shop_order (organization_id, created_at desc, id desc);

-- From when on the shop sells nothing: the third day after a bill fell due, or when the platform has said so.
alter table market_subscription add column freezes_at timestamptz;
alter table market_subscription add column freeze_reason text not null default '';
