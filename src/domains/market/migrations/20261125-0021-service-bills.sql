-- The service of a shop: its ratio from a day on, bills over windows that follow one another, what was taken back later, and who
-- stopped the shop.
alter table market_subscription add column auto_freeze boolean not null default true;
alter table market_subscription add column freeze_kind text check (freeze_kind in ('BILL', 'HOUSE'));
create unique index market_subscription_one on market_subscription (contractor_id) where status <> 'CLOSED';

create table market_ratio (
  contractor_id bigint not null,
  id bigint not null,
  subscription_id bigint not null,
  -- The first day of a window.
  from_date date not null,
  -- Basis points.
  ratio int not null check (ratio between 0 and 10000),
  maker_name text not null default '',
  created_at timestamptz not null,
  primary key (contractor_id, id),
  constraint market_ratio_from unique (contractor_id, subscription_id, from_date),
  foreign key (contractor_id, subscription_id) references market_subscription (contractor_id, id)
);
insert into market_ratio (contractor_id, id, subscription_id, from_date, ratio, created_at)
select contractor_id, id, id, start_date, service_fee_ratio, created_at from market_subscription;

-- What of sales of earlier windows was taken back in this one, the fee on it, what was left to credit before and is after.
alter table subscribe_order add column late_refund_fen bigint not null default 0 check (late_refund_fen >= 0);
alter table subscribe_order add column late_fee_fen bigint not null default 0 check (late_fee_fen >= 0);
alter table subscribe_order add column credit_in_fen bigint not null default 0 check (credit_in_fen >= 0);
alter table subscribe_order add column credit_out_fen bigint not null default 0 check (credit_out_fen >= 0);
alter table subscribe_order add column updated_at timestamptz not null default '2026-11-25';

-- What a bill was counted on, by organization and month; the fees sum to its amount.
create table subscribe_order_part (
  contractor_id bigint not null,
  id bigint not null,
  bill_id bigint not null,
  organization_id bigint not null,
  month date not null,
  sold_fen bigint not null,
  refund_fen bigint not null,
  order_fen bigint not null,
  fee_fen bigint not null,
  primary key (contractor_id, id),
  constraint subscribe_order_part_once unique (contractor_id, bill_id, organization_id, month),
  foreign key (contractor_id, bill_id) references subscribe_order (contractor_id, id),
  check (order_fen = sold_fen - refund_fen)
);
