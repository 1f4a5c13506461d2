-- Charges put right afterwards (consumption corrections, one by one or a whole meal of a device), charges made by hand, what was on
-- a plate, and the few rules an organization sets for them.
create table consumption_setting (
  organization_id bigint not null,
  -- Above this a correction needs a second person.
  correct_limit_fen bigint not null check (correct_limit_fen between 0 and 10000000),
  -- Above this a manual charge (its total) needs a second person.
  manual_limit_fen bigint not null check (manual_limit_fen between 0 and 100000000),
  -- Deepest debt one person may get into by offline and manual charges.
  arrears_limit_fen bigint not null check (arrears_limit_fen between 0 and 1000000),
  -- Where money of a lot goes that has ended since: back into the lot, to be cleared, or to the main account.
  expired_lot text not null check (expired_lot in ('LOT', 'MAIN')),
  -- The same amount at the same device again within this many seconds is marked suspicious.
  repeat_interval_sec int not null check (repeat_interval_sec between 0 and 3600),
  updated_at timestamptz not null,
  updated_by bigint,
  version int not null default 1,
  primary key (organization_id)
);

-- A wrong price put right for every trade of one device in one meal.
create table correction_batch (
  organization_id bigint not null,
  id bigint not null,
  batch_no text not null,
  device_id bigint not null,
  meal_period_id bigint not null,
  business_date date not null,
  -- RULE: as today's prices say; PRICE: one price for all.
  way text not null check (way in ('RULE', 'PRICE')),
  price_fen bigint check (price_fen >= 0),
  reason text not null,
  line_count int not null check (line_count > 0),
  refund_fen bigint not null,
  supplement_fen bigint not null,
  -- Filled as the run goes on; with failed lines they add up to the totals above.
  posted_count int not null default 0,
  posted_refund_fen bigint not null default 0,
  posted_supplement_fen bigint not null default 0,
  failed_count int not null default 0,
  run_no int not null default 0,
  applicant_id bigint not null,
  applicant_name text not null,
  auditor_id bigint,
  auditor_name text not null default '',
  audit_note text not null default '',
  status text not null check (status in ('PENDING_AUDIT', 'APPROVED', 'POSTED', 'PART_FAILED', 'REJECTED', 'CANCELLED')),
  created_at timestamptz not null,
  decided_at timestamptz,
  finished_at timestamptz,
  version int not null default 1,
  primary key (organization_id, id)
);
create index correction_batch_created on correction_batch (organization_id, created_at desc);

create table correction (
  organization_id bigint not null,
  id bigint not null,
  correct_no text not null,
  trade_id bigint not null,
  person_id bigint not null,
  kind text not null check (kind in ('FULL_REVERSE', 'PART_REVERSE', 'SUPPLEMENT', 'DUPLICATE')),
  amount_fen bigint not null check (amount_fen >= 0),
  source text not null check (source in ('USER_REPORT', 'STAFF', 'SYSTEM')),
  reason text not null,
  evidence text,
  -- Who asked for the money to move; the second person is somebody else. Null while only a diner has reported it.
  applicant_id bigint,
  applicant_name text not null,
  auditor_id bigint,
  auditor_name text not null default '',
  audit_note text not null default '',
  result_trade_id bigint,
  -- Why it could not be posted; a new attempt takes a new request key.
  fail_reason text not null default '',
  attempts int not null default 0,
  batch_id bigint,
  failed_run int not null default 0,
  status text not null check (status in ('REPORTED', 'PENDING_AUDIT', 'APPROVED', 'POSTED', 'REJECTED', 'CANCELLED')),
  created_at timestamptz not null,
  decided_at timestamptz,
  posted_at timestamptz,
  version int not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, batch_id) references correction_batch (organization_id, id)
);
-- Two clerks never put the same charge right at once.
create unique index correction_open on correction (organization_id, trade_id)
  where status in ('REPORTED', 'PENDING_AUDIT', 'APPROVED');
create index correction_created on correction (organization_id, created_at desc);
create index correction_trade on correction (organization_id, trade_id);
create index correction_batch_lines on correction (organization_id, batch_id, id) where batch_id is not null;

create table manual_charge (
  organization_id bigint not null,
  id bigint not null,
  batch_no text not null,
  -- ORDER: a meal eaten; REDEEM: a meal taken from the count account; SUPPLEMENT: an amount that was missed.
  kind text not null check (kind in ('ORDER', 'REDEEM', 'SUPPLEMENT')),
  meal_period_id bigint not null,
  dining_date date not null,
  restaurant_id bigint not null,
  deploy_site_id bigint,
  way text not null check (way in ('RULE', 'PRICE')),
  price_fen bigint check (price_fen > 0),
  allow_arrears boolean not null,
  reason text not null check (reason in ('DEVICE_DOWN', 'FORGOT_CARD', 'LATE_ENTRY', 'OTHER')),
  remark text not null default '',
  person_count int not null check (person_count > 0),
  total_fen bigint not null,
  posted_count int not null default 0,
  posted_fen bigint not null default 0,
  failed_count int not null default 0,
  failed_fen bigint not null default 0,
  reversed_count int not null default 0,
  reversed_fen bigint not null default 0,
  run_no int not null default 0,
  operator_id bigint not null,
  operator_name text not null,
  auditor_id bigint,
  auditor_name text not null default '',
  audit_note text not null default '',
  status text not null check (status in
    ('SUBMITTED', 'APPROVED', 'POSTED', 'PART_FAILED', 'REVERSING', 'REVERSED', 'REJECTED', 'CANCELLED')),
  reverse_reason text not null default '',
  created_at timestamptz not null,
  decided_at timestamptz,
  finished_at timestamptz,
  version int not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, meal_period_id) references meal_period (organization_id, id),
  foreign key (organization_id, restaurant_id) references restaurant (organization_id, id),
  foreign key (organization_id, deploy_site_id) references deploy_site (organization_id, id)
);
create index manual_charge_created on manual_charge (organization_id, created_at desc);

create table manual_charge_line (
  organization_id bigint not null,
  id bigint not null,
  charge_id bigint not null,
  line_no int not null,
  person_id bigint not null,
  amount_fen bigint not null check (amount_fen >= 0),
  count_used int not null default 0,
  -- Why it costs this, in words.
  note text not null default '',
  status text not null check (status in ('PENDING', 'POSTED', 'FAILED', 'REVERSED')),
  fail_reason text not null default '',
  failed_run int not null default 0,
  attempts int not null default 0,
  trade_id bigint,
  reverse_trade_id bigint,
  primary key (organization_id, id),
  foreign key (organization_id, charge_id) references manual_charge (organization_id, id)
);
create unique index manual_charge_line_person on manual_charge_line (organization_id, charge_id, person_id);
create index manual_charge_line_no on manual_charge_line (organization_id, charge_id, line_no);

-- What a trade was made of: plates by weight, dishes by portion. A weighed plate nobody was charged for yet (its record waits
-- among the offline ones) has no trade.
create table trade_item (
  organization_id bigint not null,
  id bigint not null,
  kind text not null check (kind in ('WEIGH', 'DISH')),
  trade_id bigint,
  offline_trade_id bigint,
  line_no int not null,
  business_date date not null,
  meal_period_id bigint not null,
  restaurant_id bigint not null,
  device_id bigint not null,
  person_id bigint not null,
  dish_id bigint not null default 0,
  name text not null,
  tray_no text not null default '',
  before_g int,
  after_g int,
  -- Grams taken, and the price of 100 g; portions and the price of one.
  quantity int not null check (quantity > 0),
  unit_price_fen bigint not null check (unit_price_fen >= 0),
  amount_fen bigint not null check (amount_fen >= 0),
  kcal int,
  status text not null check (status in ('SETTLED', 'UNPAID', 'CANCELLED')),
  occurred_at timestamptz not null,
  primary key (organization_id, id),
  check ((trade_id is not null) = (status = 'SETTLED'))
);
create index trade_item_trade on trade_item (organization_id, trade_id) where trade_id is not null;
create index trade_item_offline on trade_item (organization_id, offline_trade_id) where offline_trade_id is not null;
create index trade_item_day on trade_item (organization_id, kind, business_date, occurred_at desc);

-- The workbench of offline records: where it was taken, who dealt with it and how often it was tried.
alter table offline_trade
  add column deploy_site_id bigint not null default 0,
  add column attempts int not null default 0,
  add column settled_name text not null default '',
  add column note text not null default '',
  -- What was charged in the end.
  add column charged_fen bigint;
create index offline_trade_device on offline_trade (organization_id, device_id, occurred_at desc);
create index offline_trade_received on offline_trade (organization_id, received_at desc);
