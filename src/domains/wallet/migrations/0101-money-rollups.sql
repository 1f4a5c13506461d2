-- Day totals, written in the transaction of the postings they sum. `lane` is the slot of the batch that wrote the row:
-- batches in flight never wait for each other's totals; readers sum over lanes.
-- Two consumption rollups instead of one with all eight dimensions: that one would hold nearly a row per trade.

create table rollup_consume_place (
  organization_id bigint not null,
  business_date date not null,
  meal_period_id bigint not null,
  restaurant_id bigint not null,
  deploy_site_id bigint not null,
  device_id bigint not null,
  lane smallint not null,
  consume_count bigint not null,
  heads bigint not null,
  origin_fen bigint not null,
  discount_fen bigint not null,
  amount_fen bigint not null,
  main_fen bigint not null,
  subsidy_fen bigint not null,
  gift_fen bigint not null,
  arrears_fen bigint not null,
  third_fen bigint not null,
  count_used bigint not null,
  reverse_count bigint not null,
  reversed_fen bigint not null,
  reversed_count_used bigint not null,
  supplement_count bigint not null,
  supplement_fen bigint not null,
  offline_count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (organization_id, business_date, meal_period_id, restaurant_id, deploy_site_id, device_id, lane)
) with (fillfactor = 60);

create table rollup_consume_people (
  organization_id bigint not null,
  business_date date not null,
  meal_period_id bigint not null,
  restaurant_id bigint not null,
  person_type_id bigint not null,
  department_id bigint not null,
  lane smallint not null,
  consume_count bigint not null,
  heads bigint not null,
  origin_fen bigint not null,
  discount_fen bigint not null,
  amount_fen bigint not null,
  main_fen bigint not null,
  subsidy_fen bigint not null,
  gift_fen bigint not null,
  arrears_fen bigint not null,
  third_fen bigint not null,
  count_used bigint not null,
  reverse_count bigint not null,
  reversed_fen bigint not null,
  reversed_count_used bigint not null,
  supplement_count bigint not null,
  supplement_fen bigint not null,
  offline_count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (organization_id, business_date, meal_period_id, restaurant_id, person_type_id, department_id, lane)
) with (fillfactor = 60);

-- Every account, purses by kind and outside accounts alike; a day's (in − out) over all accounts is 0.
create table rollup_account_day (
  organization_id bigint not null,
  business_date date not null,
  account text not null,
  posting_kind text not null,
  reverses_kind text not null,
  lane smallint not null,
  in_fen bigint not null,
  out_fen bigint not null,
  entry_count bigint not null,
  primary key (organization_id, business_date, account, posting_kind, reverses_kind, lane)
) with (fillfactor = 60);

-- What went through an operator's hands; account cash_drawer is what must be handed in (sign turned: the drawer gives
-- money to the ledger when cash is paid in).
create table rollup_operator_day (
  organization_id bigint not null,
  operator_id bigint not null,
  business_date date not null,
  posting_kind text not null,
  reverses_kind text not null,
  account text not null,
  lane smallint not null,
  in_fen bigint not null,
  out_fen bigint not null,
  entry_count bigint not null,
  primary key (organization_id, operator_id, business_date, posting_kind, reverses_kind, account, lane)
) with (fillfactor = 60);
