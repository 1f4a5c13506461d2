-- Orders of a shop: their lines, who signs for them, what was short and what came back; standing orders that make them.
alter table shop_order
  add column shop_id bigint,
  add column restaurant_id bigint not null default 0,
  add column storehouse_id bigint,
  add column address text not null default '',
  add column remark text not null default '',
  add column source text not null default 'STAFF' check (source in ('STAFF', 'STANDING', 'DEVICE', 'DINER')),
  add column request_key text,
  -- What is set aside now: weighed goods a tenth more than ordered.
  add column hold_fen bigint not null default 0 check (hold_fen >= 0),
  add column maker_id bigint,
  add column maker_name text not null default '',
  add column closes_at timestamptz,
  add column delivering_at timestamptz,
  add column receiver text not null default '',
  add column reason text not null default '',
  add column photo text,
  -- Whether what came back can be sold again.
  add column goods_back boolean not null default false;
create unique index shop_order_key on shop_order (organization_id, request_key) where request_key is not null;
create index shop_order_of_caterer on shop_order (contractor_id, status, delivery_date);
create index shop_order_list on shop_order (contractor_id, created_at desc, id desc);
create index shop_order_late on shop_order (delivering_at) where status = 'DELIVERING';

create table shop_order_item (
  organization_id bigint not null,
  id bigint not null,
  order_id bigint not null,
  contractor_id bigint not null,
  line_no int not null,
  goods_id bigint not null,
  name text not null,
  by_weight boolean not null,
  unit_name text not null,
  unit_size bigint not null,
  unit_price_fen bigint not null,
  -- Base units: ordered, and what was picked of it; null until then.
  qty bigint not null check (qty > 0),
  picked_qty bigint check (picked_qty >= 0),
  amount_fen bigint not null check (amount_fen >= 0),
  short_reason text not null default '',
  back_qty bigint not null default 0 check (back_qty >= 0),
  back_fen bigint not null default 0 check (back_fen >= 0 and back_fen <= amount_fen),
  primary key (organization_id, id),
  constraint shop_order_item_line unique (organization_id, order_id, line_no),
  foreign key (organization_id, order_id) references shop_order (organization_id, id)
);
create index shop_order_item_goods on shop_order_item (contractor_id, goods_id);

create table standing_order (
  organization_id bigint not null references organization (id),
  id bigint not null,
  contractor_id bigint not null references contractor (id),
  person_id bigint not null,
  weekdays int[] not null,
  delivery_way text not null check (delivery_way in ('PICKUP', 'DELIVERY')),
  address text not null default '',
  -- Goods and units of each, as they are typed.
  lines jsonb not null,
  from_date date not null,
  until date,
  skip_dates date[] not null default '{}',
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  -- The last delivery day it was asked for, and why nothing came of it.
  asked_for date,
  missed text not null default '',
  maker_id bigint,
  maker_name text not null default '',
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id)
);
create index standing_order_of_caterer on standing_order (contractor_id, created_at desc, id desc);

-- Wrong pick codes of a terminal: ten of them, and it waits.
create table shop_pick_try (
  organization_id bigint not null,
  device_id bigint not null,
  wrong int not null default 0,
  locked_until timestamptz,
  primary key (organization_id, device_id)
);
