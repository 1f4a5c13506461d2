-- Ordering meals ahead: by which rule, to where, what was ordered, what became of it and of the money set aside.

create table ordering_rule (
  organization_id bigint not null references organization (id),
  id bigint not null,
  name text not null,
  mode text not null check (mode in ('BY_DISH', 'SET_MEAL', 'HEAD_ONLY')),
  restaurant_id bigint not null,
  meal_period_ids bigint[] not null check (cardinality(meal_period_ids) > 0),
  -- Empty: every type.
  type_ids bigint[] not null default '{}',
  day_kinds text[] not null check (cardinality(day_kinds) > 0 and day_kinds <@ array['WORKDAY', 'WEEKEND', 'HOLIDAY']),
  pickups text[] not null check (cardinality(pickups) > 0 and pickups <@ array['DINE_IN', 'PICKUP', 'LOCKER', 'DELIVERY']),
  open_days int not null check (open_days between 0 and 62),
  cut_days int not null check (cut_days between 0 and 30),
  cut_time text not null check (cut_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  -- Taking back and changing; null: as long as ordering.
  cancel_days int check (cancel_days between 0 and 30),
  cancel_time text check (cancel_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  -- Days before are counted in workdays.
  by_workdays boolean not null default false,
  once_per_meal boolean not null default true,
  max_portions int not null check (max_portions between 1 and 99),
  -- What one portion of a set or of a plain meal costs; null where dishes have their prices.
  price_fen bigint check (price_fen between 0 and 1000000),
  -- Dishes that make a set.
  choose_count int check (choose_count between 1 and 20),
  pay_time text not null check (pay_time in ('ON_ORDER', 'ON_EAT', 'MONTHLY')),
  -- Share of the price that is charged for what was left standing; the rest is released.
  miss_percent int not null default 100 check (miss_percent between 0 and 100),
  -- Minutes after hand-over from which a delivery counts as received; null: somebody has to sign.
  auto_confirm_min int check (auto_confirm_min between 0 and 1440),
  allergy text not null default 'WARN' check (allergy in ('NONE', 'WARN', 'REFUSE')),
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  constraint ordering_rule_name unique (organization_id, name),
  foreign key (organization_id, restaurant_id) references restaurant (organization_id, id),
  check ((cancel_days is null) = (cancel_time is null)),
  check (mode = 'BY_DISH' or price_fen is not null),
  check (mode <> 'SET_MEAL' or choose_count is not null)
);
create trigger keep_past after update or delete on ordering_rule for each row execute function keep_past();

create table order_area (
  organization_id bigint not null references organization (id),
  id bigint not null,
  name text not null,
  manager text not null default '',
  phone text not null default '',
  delivery_fee_fen bigint not null default 0 check (delivery_fee_fen between 0 and 100000),
  -- On the day of the rule's cut-off; never later than that.
  cutoff_time text check (cutoff_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  constraint order_area_name unique (organization_id, name)
);

create table order_address (
  organization_id bigint not null references organization (id),
  id bigint not null,
  area_id bigint not null,
  name text not null,
  building text not null default '',
  floor text not null default '',
  room text not null default '',
  sort int not null default 0,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  constraint order_address_name unique (organization_id, area_id, name),
  foreign key (organization_id, area_id) references order_area (organization_id, id)
);

alter table meal_order
  add column rule_id bigint,
  -- What the rule said when it was ordered: its name, and what is charged for leaving it standing.
  add column rule_name text not null default '',
  add column miss_percent int not null default 0,
  add column menu_id bigint,
  add column person_type_id bigint not null default 0,
  -- Of whoever ordered; free again when the order did not come about.
  add column request_key text check (length(request_key) <= 120),
  add column source text not null default 'STAFF' check (source in ('STAFF', 'DINER', 'DEVICE')),
  -- One order per person and meal.
  add column once boolean not null default false,
  add column pickup text not null default 'DINE_IN' check (pickup in ('DINE_IN', 'PICKUP', 'LOCKER', 'DELIVERY')),
  add column address_id bigint,
  add column portions int not null default 0 check (portions >= 0),
  add column fee_fen bigint not null default 0 check (fee_fen >= 0),
  add column remark text not null default '',
  add column allergy_note text not null default '',
  add column pay_time text not null default 'ON_EAT' check (pay_time in ('ON_ORDER', 'ON_EAT', 'MONTHLY')),
  add column orderer_id bigint not null default 0,
  add column orderer_name text not null default '',
  add column late_reason text not null default '',
  -- Its lines are those of this revision; lines of the next one are being paid for since.
  add column revision int not null default 1,
  add column changing_at timestamptz,
  add column paid_at timestamptz,
  add column cancelled_at timestamptz,
  -- Given to whoever delivers it.
  add column handed_at timestamptz,
  add column finished_at timestamptz,
  -- Money: what is set aside, what stands booked under which posting, how often it was tried.
  add column hold_id bigint,
  add column posting_id bigint,
  add column booked_fen bigint not null default 0 check (booked_fen >= 0),
  add column money_no int not null default 0,
  -- Why it is as it is: cancelled, not eaten, refunded, not booked.
  add column note text not null default '',
  add column version int not null default 1;
create unique index meal_order_request on meal_order (organization_id, request_key) where request_key is not null;
create unique index meal_order_once on meal_order (organization_id, dining_date, meal_period_id, person_id)
  where once and status not in ('CANCELLED', 'EXPIRED', 'REFUNDED');
create unique index meal_order_code on meal_order (organization_id, restaurant_id, dining_date, meal_period_id, pickup_code)
  where pickup_code is not null;
create index meal_order_person on meal_order (organization_id, person_id, dining_date);
-- Orders that somebody or something still has to do with.
create index meal_order_open on meal_order (organization_id, dining_date, meal_period_id)
  where status in ('UNPAID', 'PAID', 'ACCEPTED', 'COOKING', 'READY', 'DELIVERING');
create index meal_order_address on meal_order (organization_id, address_id) where address_id is not null;
create index meal_order_menu on meal_order (organization_id, menu_id) where menu_id is not null;

-- Lines of an order; those of former revisions stay as they were.
create table meal_order_item (
  organization_id bigint not null,
  id bigint not null,
  order_id bigint not null,
  revision int not null,
  restaurant_id bigint not null,
  dining_date date not null,
  meal_period_id bigint not null,
  -- Of the published menu; null for a plain portion.
  menu_item_id bigint,
  dish_id bigint,
  name text not null,
  price_fen bigint not null check (price_fen >= 0),
  qty int not null check (qty between 1 and 99),
  amount_fen bigint not null check (amount_fen = price_fen * qty),
  primary key (organization_id, id),
  foreign key (organization_id, order_id) references meal_order (organization_id, id)
);
create index meal_order_item_order on meal_order_item (organization_id, order_id, revision);
create index meal_order_item_menu on meal_order_item (organization_id, menu_item_id) where menu_item_id is not null;
create index meal_order_item_day on meal_order_item (organization_id, dining_date desc, id desc);

-- What was done to an order, in order.
create table meal_order_event (
  organization_id bigint not null,
  id bigint not null,
  order_id bigint not null,
  at timestamptz not null,
  event text not null,
  amount_fen bigint,
  note text not null default '',
  by_id bigint not null default 0,
  by_name text not null default '',
  primary key (organization_id, id),
  foreign key (organization_id, order_id) references meal_order (organization_id, id)
);
create index meal_order_event_of on meal_order_event (organization_id, order_id, id);
create trigger refuse_change before update or delete on meal_order_event for each row execute function wallet_refuse_change();

-- What terminals told of orders handed out; those that fit no order wait for a clerk.
create table order_pickup (
  organization_id bigint not null references organization (id),
  id bigint not null,
  order_id bigint,
  person_id bigint,
  device_id bigint not null default 0,
  epoch bigint not null default 0,
  seq bigint not null default 0,
  restaurant_id bigint not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  card_no text not null default '',
  code text not null default '',
  offline boolean not null default false,
  state text not null check (state in ('TAKEN', 'SUSPENSE', 'VOID')),
  reason text not null default '',
  handled_name text not null default '',
  version int not null default 1,
  primary key (organization_id, id)
);
create unique index order_pickup_record on order_pickup (organization_id, device_id, epoch, seq) where device_id <> 0;
create index order_pickup_order on order_pickup (organization_id, order_id) where order_id is not null;
create index order_pickup_at on order_pickup (organization_id, occurred_at desc, id desc);

-- How far the orders of a meal are: closed at the cut-off, waiting for terminals, settled.
create table order_settlement (
  organization_id bigint not null references organization (id),
  id bigint not null,
  dining_date date not null,
  meal_period_id bigint not null,
  state text not null check (state in ('WAITING', 'SETTLED')),
  -- Terminals it waits for, in words.
  waiting text not null default '',
  settled_at timestamptz,
  primary key (organization_id, id),
  constraint order_settlement_once unique (organization_id, dining_date, meal_period_id)
);
