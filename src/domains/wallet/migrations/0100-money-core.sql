-- The money core: purses, requests, postings, ledger lines, trades, holds.
-- Every key leads with organization_id; amounts are integer fen (meals for COUNT purses); 0 stands for «none».
-- History (money_request, posting, ledger_entry, trade) only grows: a trigger refuses change, wallet_grant_application()
-- gives the application's role no right to it. No foreign keys on these tables: the writer loads every row it names
-- under lock, and the invariant suite checks the joins.

create table wallet (
  organization_id bigint not null,
  id bigint not null,
  person_id bigint not null,
  kind text not null check (kind in ('MAIN', 'SUBSIDY', 'GIFT', 'COUNT', 'ARREARS')),
  spend_order smallint not null,
  balance_fen bigint not null default 0,
  held_fen bigint not null default 0 check (held_fen >= 0),
  -- Lowest balance: 0, less for the overdraft of MAIN, a debt limit for ARREARS.
  floor_fen bigint not null default 0 check (floor_fen <= 0),
  -- Last business day a lot can be spent; null never ends.
  expires_on date,
  -- Subsidy batch and rule a lot came from; 0 for standing purses.
  batch_id bigint not null default 0,
  rule_id bigint not null default 0,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'FROZEN', 'CLOSED')),
  -- Number of ledger lines of this purse.
  version bigint not null default 0,
  opened_at timestamptz not null,
  last_posting_at timestamptz,
  primary key (organization_id, id),
  constraint wallet_floor check (balance_fen - held_fen >= floor_fen),
  constraint wallet_closed_empty check (status <> 'CLOSED' or (balance_fen = 0 and held_fen = 0))
) with (fillfactor = 60);

-- The writer's way in: all purses of a person that still live.
create index wallet_open on wallet (organization_id, person_id, id) where status <> 'CLOSED';
-- One standing purse of each kind; lots carry a batch or an expiry.
create unique index wallet_standing on wallet (organization_id, person_id, kind) where batch_id = 0 and expires_on is null;
create index wallet_batch on wallet (organization_id, batch_id) where batch_id <> 0;
create index wallet_expiry on wallet (organization_id, expires_on) where expires_on is not null and status <> 'CLOSED';

create table money_request (
  organization_id bigint not null,
  request_key text not null check (length(request_key) between 1 and 120),
  kind text not null,
  person_id bigint not null,
  -- Hash of the meaning: the same key with another one is refused.
  fingerprint text not null,
  -- Null when posted.
  refusal_code text,
  answer jsonb not null,
  recorded_at timestamptz not null,
  primary key (organization_id, request_key)
);
create index money_request_refused on money_request (organization_id, recorded_at desc) where refusal_code is not null;

create table posting (
  organization_id bigint not null,
  id bigint not null,
  -- The day in the books, fixed here. Later than occurred_date when that month was closed already.
  business_date date not null,
  occurred_date date not null,
  kind text not null check (kind in (
    'RECHARGE', 'DEPOSIT', 'CASH_OUT', 'CONSUME', 'REVERSE', 'SUPPLEMENT', 'REFUND', 'SUBSIDY_GRANT', 'SUBSIDY_RETURN',
    'SUBSIDY_CLEAR', 'CARD_FEE', 'CARD_DEPOSIT', 'CARD_DEPOSIT_RETURN', 'ADJUST')),
  -- Kind of the posting a REVERSE undoes, '' otherwise.
  reverses_kind text not null default '',
  reverses_posting_id bigint,
  request_key text not null,
  person_id bigint not null,
  -- Money moved, and meals moved, without sign.
  amount_fen bigint not null check (amount_fen >= 0),
  count_used bigint not null default 0 check (count_used >= 0),
  -- Outside account on the other side where the kind leaves it open, e.g. channel:wechat.
  counter_account text not null,
  operator_id bigint not null default 0,
  hold_id bigint not null default 0,
  source_type text not null default '',
  source_id bigint not null default 0,
  reason text not null default '',
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  primary key (organization_id, id, business_date),
  check (business_date >= occurred_date)
) partition by range (business_date);
create index posting_reverses on posting (organization_id, reverses_posting_id) where reverses_posting_id is not null;
create index posting_operator on posting (organization_id, operator_id, recorded_at desc) where operator_id <> 0;

create table ledger_entry (
  organization_id bigint not null,
  business_date date not null,
  posting_id bigint not null,
  line_no smallint not null,
  -- wallet:MAIN …, revenue, count_used, cash_drawer, channel:…, gift_pool, subsidy_pool, card_fee, card_deposit, adjustment
  account text not null,
  -- 0 for the outside accounts, which have no balance row.
  wallet_id bigint not null default 0,
  amount_fen bigint not null,
  balance_after_fen bigint,
  wallet_version bigint,
  primary key (organization_id, business_date, posting_id, line_no)
) partition by range (business_date);
create unique index ledger_entry_wallet on ledger_entry (organization_id, wallet_id, wallet_version, business_date)
  where wallet_id <> 0;

-- The consumption behind a posting of kind CONSUME, SUPPLEMENT or REVERSE of those; same id. Amounts without sign.
-- A REVERSE repeats place, department and type of what it undoes, so every grouping nets out.
create table trade (
  organization_id bigint not null,
  id bigint not null,
  business_date date not null,
  occurred_date date not null,
  kind text not null check (kind in ('CONSUME', 'SUPPLEMENT', 'REVERSE')),
  original_trade_id bigint,
  person_id bigint not null,
  card_id bigint not null default 0,
  card_no text not null default '',
  restaurant_id bigint not null default 0,
  deploy_site_id bigint not null default 0,
  device_id bigint not null default 0,
  device_seq text not null default '',
  meal_period_id bigint not null default 0,
  -- Of the person at that moment.
  department_id bigint not null default 0,
  person_type_id bigint not null default 0,
  mode text not null check (mode in ('FIXED', 'AMOUNT', 'COUNT', 'DISH', 'WEIGH', 'ORDER', 'SHOP', 'MANUAL')),
  identify text not null check (identify in ('CARD', 'FACE', 'QR', 'CODE', 'MANUAL')),
  origin_fen bigint not null,
  discount_fen bigint not null,
  amount_fen bigint not null check (amount_fen >= 0),
  main_fen bigint not null default 0,
  subsidy_fen bigint not null default 0,
  gift_fen bigint not null default 0,
  arrears_fen bigint not null default 0,
  third_fen bigint not null default 0,
  count_used bigint not null default 0,
  -- All money the person could see afterwards (MAIN + SUBSIDY + GIFT + ARREARS).
  balance_after_fen bigint not null,
  -- +1 for the person's first trade of the meal, −1 for the reversal of the last one standing: sums to diners.
  heads smallint not null default 0,
  -- The nth trade of the person in the meal, 0 where that means nothing.
  nth smallint not null default 0,
  offline boolean not null default false,
  suspicious boolean not null default false,
  order_id bigint not null default 0,
  captured_photo text not null default '',
  operator_id bigint not null default 0,
  rule_trace jsonb not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  primary key (organization_id, id, business_date),
  check (amount_fen = main_fen + subsidy_fen + gift_fen + arrears_fen + third_fen),
  check (amount_fen = origin_fen - discount_fen)
) partition by range (business_date);
create index trade_occurred on trade (organization_id, occurred_at desc, id desc);
create index trade_person on trade (organization_id, person_id, occurred_at desc, id desc);
create index trade_device on trade (organization_id, device_id, occurred_at desc, id desc);
create index trade_meal on trade (organization_id, meal_period_id, occurred_at desc, id desc);
create index trade_suspicious on trade (organization_id, occurred_at desc) where suspicious;

-- How much of a posting has been taken back.
create table posting_reversed (
  organization_id bigint not null,
  posting_id bigint not null,
  amount_fen bigint not null,
  reversed_fen bigint not null check (reversed_fen >= 0),
  count_used bigint not null default 0,
  reversed_count bigint not null default 0 check (reversed_count >= 0),
  primary key (organization_id, posting_id),
  constraint posting_reversed_cap check (reversed_fen <= amount_fen and reversed_count <= count_used)
);

create table hold (
  organization_id bigint not null,
  id bigint not null,
  person_id bigint not null,
  purpose text not null check (purpose in ('ORDER', 'REFUND', 'CASH_OUT')),
  amount_fen bigint not null check (amount_fen > 0),
  posted_fen bigint not null default 0 check (posted_fen between 0 and amount_fen),
  status text not null check (status in ('ACTIVE', 'POSTED', 'VOIDED', 'EXPIRED')),
  request_key text not null,
  source_type text not null default '',
  source_id bigint not null default 0,
  occurred_at timestamptz not null,
  expires_at timestamptz,
  settled_at timestamptz,
  primary key (organization_id, id)
);
create index hold_person on hold (organization_id, person_id) where status = 'ACTIVE';
create index hold_expires on hold (organization_id, expires_at) where status = 'ACTIVE' and expires_at is not null;

create table hold_line (
  organization_id bigint not null,
  hold_id bigint not null,
  line_no smallint not null,
  wallet_id bigint not null,
  amount_fen bigint not null check (amount_fen > 0),
  primary key (organization_id, hold_id, line_no),
  foreign key (organization_id, hold_id) references hold (organization_id, id)
);
create index hold_line_wallet on hold_line (organization_id, wallet_id);

-- What a person has spent in a meal of a business day, reversed trades taken out: price of the nth time and limits.
create table spend_counter (
  organization_id bigint not null,
  person_id bigint not null,
  occurred_date date not null,
  meal_period_id bigint not null,
  trade_count bigint not null,
  amount_fen bigint not null,
  last_at timestamptz not null,
  last_device_id bigint not null,
  last_amount_fen bigint not null,
  primary key (organization_id, person_id, occurred_date, meal_period_id),
  check (trade_count >= 0 and amount_fen >= 0)
) with (fillfactor = 80);

-- A row is a closed month; months close in order.
create table period (
  organization_id bigint not null,
  month date not null check (extract(day from month) = 1),
  closed_at timestamptz not null,
  closed_by bigint not null,
  primary key (organization_id, month)
);

-- Hash of a closed day's ledger lines, chained to the day sealed before.
create table ledger_seal (
  organization_id bigint not null,
  business_date date not null,
  sealed_at timestamptz not null,
  posting_count bigint not null,
  entry_count bigint not null,
  -- Net change per account, e.g. {"wallet:MAIN": -1200}.
  sums jsonb not null,
  entries_hash text not null,
  previous_hash text not null,
  chain_hash text not null,
  primary key (organization_id, business_date)
);

create function wallet_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is history: a correction is a new posting', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger refuse_change before update or delete on posting for each row execute function wallet_refuse_change();
create trigger refuse_change before update or delete on ledger_entry for each row execute function wallet_refuse_change();
create trigger refuse_change before update or delete on trade for each row execute function wallet_refuse_change();
create trigger refuse_change before update or delete on money_request for each row execute function wallet_refuse_change();
create trigger refuse_change before update or delete on ledger_seal for each row execute function wallet_refuse_change();
create trigger refuse_change before update or delete on period for each row execute function wallet_refuse_change();
create trigger refuse_truncate before truncate on posting execute function wallet_refuse_change();
create trigger refuse_truncate before truncate on ledger_entry execute function wallet_refuse_change();
create trigger refuse_truncate before truncate on trade execute function wallet_refuse_change();
create trigger refuse_truncate before truncate on money_request execute function wallet_refuse_change();
create trigger refuse_truncate before truncate on ledger_seal execute function wallet_refuse_change();
create trigger refuse_truncate before truncate on period execute function wallet_refuse_change();

-- Creates the month's partitions of posting, ledger_entry and trade, when missing. Built beside and attached, so that
-- postings into other months go on meanwhile.
create function wallet_ensure_month(day date) returns void language plpgsql as $$
declare
  first_day date := date_trunc('month', day)::date;
  parent text;
  child text;
begin
  perform pg_advisory_xact_lock(742011800);
  foreach parent in array array['posting', 'ledger_entry', 'trade'] loop
    child := parent || to_char(first_day, '"_y"YYYY"m"MM');
    if to_regclass(child) is null then
      execute format('create table %I (like %I including defaults including constraints including indexes)', child, parent);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        parent, child, first_day, (first_day + interval '1 month')::date);
      execute format('create trigger refuse_truncate before truncate on %I execute function wallet_refuse_change()', child);
    end if;
  end loop;
end $$;

-- Raises unless a guarded statement touched exactly the rows it planned to; 40001 makes the writer retry the batch.
create function wallet_assert_rows(what text, touched bigint, wanted bigint) returns void language plpgsql as $$
begin
  if touched <> wanted then
    raise exception '%: % of % rows', what, touched, wanted using errcode = 'serialization_failure';
  end if;
end $$;

-- The rights of the application's own database role, for installations that do not run it as the owner: history can be
-- added to and read, never changed; partitions are created by the owner's wallet_ensure_month.
create function wallet_grant_application(role_name text) returns void language plpgsql as $$
begin
  execute format('grant select, insert on money_request, posting, ledger_entry, trade, ledger_seal, period to %I', role_name);
  execute format('grant select, insert, update on wallet, posting_reversed, hold, spend_counter to %I', role_name);
  execute format('grant select, insert on hold_line to %I', role_name);
  execute format('grant select, insert, update, delete on rollup_consume_place, rollup_consume_people, rollup_account_day, rollup_operator_day to %I', role_name);
end $$;
alter function wallet_ensure_month(date) security definer;
