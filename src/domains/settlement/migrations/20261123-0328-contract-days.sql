-- What each day of a contract is due, its parts, and how much of them is paid with money the platform holds. Contract 0 is what the
-- organization runs itself.
create table settle_day (
  organization_id bigint not null,
  id bigint not null,
  contract_id bigint not null,
  business_date date not null,
  contractor_id bigint not null,
  main_fen bigint not null,
  subsidy_fen bigint not null,
  third_fen bigint not null,
  arrears_fen bigint not null,
  gift_fen bigint not null,
  count_used bigint not null,
  count_fen bigint not null,
  corrected_fen bigint not null,
  -- Of the corrections, what the organization bears.
  borne_fen bigint not null,
  due_fen bigint not null,
  -- Kept by the channels of what was paid by code.
  fee_fen bigint not null,
  -- As they were when the day was settled first: a later rate is not for days that were.
  service_ratio int not null check (service_ratio between 0 and 10000),
  share_ratio int not null check (share_ratio between 0 and 10000 - service_ratio),
  service_fen bigint not null,
  share_fen bigint not null,
  contractor_fen bigint not null,
  -- Of main money paid out of 备付, and in all that went into 待结算.
  funded_main_fen bigint not null,
  funded_fen bigint not null,
  -- What the organization owes platform and contractor outside.
  claim_fen bigint not null,
  version int not null default 1,
  settled_at timestamptz not null,
  primary key (organization_id, contract_id, business_date),
  unique (organization_id, id),
  check (due_fen = main_fen + subsidy_fen + third_fen + arrears_fen + gift_fen + count_fen + borne_fen),
  check (service_fen + share_fen + contractor_fen = due_fen - fee_fen),
  check (funded_fen = funded_main_fen + third_fen - fee_fen)
);
create index settle_day_date on settle_day (organization_id, business_date desc, contract_id);
create index settle_day_contractor on settle_day (contractor_id, business_date desc);

-- A line per receiver and difference posted; what a correction takes back stands as taken back.
create table ledger_split (
  organization_id bigint not null,
  id bigint not null,
  posting_id bigint not null,
  contract_id bigint not null,
  contractor_id bigint not null,
  business_date date not null,
  mode text not null default 'CONSUME' check (mode in ('CONSUME', 'RECHARGE')),
  receiver_type text not null,
  receiver_id bigint not null,
  ratio int not null,
  -- Of the whole difference and its fee; the parts of its lines sum to it.
  source_fen bigint not null,
  fee_fen bigint not null,
  amount_fen bigint not null check (amount_fen >= 0),
  reversed_fen bigint not null check (reversed_fen >= 0),
  at timestamptz not null,
  primary key (organization_id, id)
);
create index ledger_split_at on ledger_split (organization_id, at desc, id desc);
create index ledger_split_all on ledger_split (at desc, id desc);
create index ledger_split_source on ledger_split (organization_id, contract_id, business_date);

