-- A caterer's activities: money given with recharges, taken off meals, sent as coupons. The budget is taken in lanes.
create table activity (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  name text not null,
  kind text not null check (kind in ('RECHARGE_GIFT', 'DISCOUNT', 'COUPON')),
  organization_ids bigint[] not null check (cardinality(organization_ids) > 0),
  -- Empty: all the caterer serves there.
  restaurant_ids bigint[] not null default '{}',
  bearer text not null check (bearer in ('CONTRACTOR', 'ORGANIZATION')),
  budget_fen bigint not null check (budget_fen > 0),
  -- In lanes, coupons and what was given; never past the budget.
  reserved_fen bigint not null default 0,
  start_at timestamptz not null,
  end_at timestamptz not null,
  -- Only what happens from here on counts: set when it starts and when it goes on after a pause.
  since_at timestamptz,
  online_only boolean not null default false,
  -- [{thresholdFen, giftFen}] of a RECHARGE_GIFT.
  tiers jsonb not null default '[]',
  gift_days int check (gift_days between 1 and 730),
  -- Basis points of a DISCOUNT's price that are paid.
  percent_paid int check (percent_paid between 1 and 9999),
  max_each_fen bigint check (max_each_fen > 0),
  face_fen bigint check (face_fen > 0),
  coupon_days int check (coupon_days between 1 and 365),
  -- Least price of a meal that is reduced.
  least_fen bigint not null default 0 check (least_fen >= 0),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ONGOING', 'PAUSED', 'ENDED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (contractor_id, id),
  check (end_at > start_at),
  constraint activity_budget check (reserved_fen between 0 and budget_fen)
);
create unique index activity_name on activity (contractor_id, name);

-- Each organization it holds in; one that bears the cost has to agree first.
create table activity_unit (
  organization_id bigint not null references organization (id),
  id bigint not null,
  contractor_id bigint not null,
  activity_id bigint not null,
  activity_name text not null,
  kind text not null,
  terms text not null,
  bearer text not null,
  budget_fen bigint not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  status text not null check (status in ('WAITING', 'ON', 'REFUSED')),
  decided_by text not null default '',
  decided_at timestamptz,
  created_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  constraint activity_unit_once unique (organization_id, activity_id),
  foreign key (contractor_id, activity_id) references activity (contractor_id, id)
);
create index activity_unit_activity on activity_unit (contractor_id, activity_id);

-- A part of the budget one process may give at one organization without asking again.
create table activity_lane (
  organization_id bigint not null,
  id bigint not null,
  contractor_id bigint not null,
  activity_id bigint not null,
  allotted_fen bigint not null check (allotted_fen > 0),
  used_fen bigint check (used_fen between 0 and allotted_fen),
  opened_at timestamptz not null,
  until timestamptz not null,
  closed_at timestamptz,
  primary key (organization_id, id),
  check ((closed_at is null) = (used_fen is null))
);
create index activity_lane_open on activity_lane (organization_id, until) where closed_at is null;
create index activity_lane_activity on activity_lane (contractor_id, activity_id);

create table activity_coupon (
  organization_id bigint not null,
  id bigint not null,
  contractor_id bigint not null,
  activity_id bigint not null,
  coupon_no text not null,
  person_id bigint not null,
  face_fen bigint not null check (face_fen > 0),
  least_fen bigint not null,
  bearer text not null,
  expires_on date not null,
  status text not null default 'ISSUED' check (status in ('ISSUED', 'USED', 'EXPIRED')),
  issued_at timestamptz not null,
  used_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create index activity_coupon_person on activity_coupon (organization_id, person_id) where status = 'ISSUED';
create index activity_coupon_expiry on activity_coupon (organization_id, expires_on) where status = 'ISSUED';
create index activity_coupon_activity on activity_coupon (contractor_id, activity_id, id desc);

-- What was given, once for each recharge and each trade.
create table activity_use (
  organization_id bigint not null,
  id bigint not null,
  contractor_id bigint not null,
  activity_id bigint not null,
  kind text not null,
  bearer text not null,
  lane_id bigint,
  coupon_id bigint,
  person_id bigint not null,
  recharge_order_id bigint,
  trade_id bigint,
  restaurant_id bigint,
  business_date date not null,
  -- The recharge, or the price before it was reduced.
  base_fen bigint not null,
  fen bigint not null check (fen >= 0),
  -- Of a gift: its lot, what a refund of the recharge has asked back and what of it was still there.
  wallet_id bigint,
  asked_back_fen bigint not null default 0,
  returned_fen bigint not null default 0 check (returned_fen between 0 and fen),
  status text not null check (status in ('GIVEN', 'RETURNED', 'MISSED')),
  note text not null default '',
  at timestamptz not null,
  primary key (organization_id, id)
);
create unique index activity_use_recharge on activity_use (organization_id, recharge_order_id) where recharge_order_id is not null;
create unique index activity_use_trade on activity_use (organization_id, trade_id) where trade_id is not null;
create index activity_use_day on activity_use (organization_id, business_date);
create index activity_use_lane on activity_use (organization_id, lane_id) where lane_id is not null;
create index activity_use_wallet on activity_use (organization_id, wallet_id) where wallet_id is not null;
create index activity_use_activity on activity_use (contractor_id, activity_id, id desc);
