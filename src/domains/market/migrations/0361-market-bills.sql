-- Shops' subscriptions of the platform's service and their bills (a bill's amount is orders of its window × ratio).
create table market_subscription (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  name text not null,
  subscribe_type text not null check (subscribe_type in ('MONTHLY', 'YEARLY')),
  -- Basis points of the orders' amount.
  service_fee_ratio int not null check (service_fee_ratio between 0 and 10000),
  start_date date not null,
  end_date date,
  grace_days int not null default 10 check (grace_days between 0 and 90),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'OVERDUE', 'FROZEN', 'CLOSED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (contractor_id, id),
  check (end_date is null or end_date >= start_date)
);

create table subscribe_order (
  contractor_id bigint not null,
  id bigint not null,
  order_no text not null,
  subscription_id bigint not null,
  name text not null,
  subscribe_type text not null check (subscribe_type in ('MONTHLY', 'YEARLY')),
  service_fee_ratio int not null check (service_fee_ratio between 0 and 10000),
  -- The window of the orders: from this day to that one, both included.
  calc_from date not null,
  calc_to date not null,
  order_amount_fen bigint not null check (order_amount_fen >= 0),
  amount_fen bigint not null check (amount_fen >= 0),
  pay_before timestamptz not null,
  paid_at timestamptz,
  pay_way text,
  status text not null default 'UNPAID'
    check (status in ('CALCULATING', 'UNPAID', 'PAID', 'OVERDUE', 'FROZEN', 'WAIVED')),
  created_at timestamptz not null,
  primary key (contractor_id, id),
  foreign key (contractor_id, subscription_id) references market_subscription (contractor_id, id),
  constraint subscribe_order_no unique (order_no),
  -- One bill for each window: drawing it again is drawing it once.
  constraint subscribe_order_window unique (contractor_id, subscription_id, calc_from),
  check (calc_to >= calc_from),
  check ((status = 'PAID') = (paid_at is not null))
);
create index subscribe_order_due on subscribe_order (contractor_id, pay_before) where status in ('UNPAID', 'OVERDUE', 'FROZEN');
create index subscribe_order_drawn on subscribe_order (contractor_id, created_at);
