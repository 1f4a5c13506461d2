-- 结算单: what a contract's days of a period come to, agreed by both sides, then released. A day's figures are stated by difference:
-- whatever changes after a statement is confirmed comes as a line of the next one that says which statement had the day first.
create table unit_statement (
  organization_id bigint not null,
  id bigint not null,
  statement_no text not null unique,
  contract_id bigint not null,
  -- 0 for what the organization runs itself: then it is the one side.
  contractor_id bigint not null,
  cycle text not null check (cycle in ('D1', 'WEEK', 'MONTH')),
  from_date date not null,
  to_date date not null,
  -- Sums of its lines, carried amounts in the last five alone.
  eaten_fen bigint not null default 0,
  third_fen bigint not null default 0,
  corrected_fen bigint not null default 0,
  due_fen bigint not null default 0,
  fee_fen bigint not null default 0,
  service_fen bigint not null default 0,
  share_fen bigint not null default 0,
  contractor_fen bigint not null default 0,
  -- Of the contractor's part, what came late for days of earlier statements; and what was carried in and out.
  adjust_fen bigint not null default 0,
  carry_fen bigint not null default 0,
  -- What the platform releases to itself, the organization and the contractor.
  service_wallet_fen bigint not null default 0 check (service_wallet_fen >= 0),
  share_wallet_fen bigint not null default 0 check (share_wallet_fen >= 0),
  wallet_fen bigint not null default 0 check (wallet_fen >= 0),
  -- What the organization owes outside, to the platform and to the contractor, and paid of it.
  service_claim_fen bigint not null default 0 check (service_claim_fen >= 0),
  claim_fen bigint not null default 0 check (claim_fen >= 0),
  service_claim_paid_fen bigint not null default 0 check (service_claim_paid_fen between 0 and service_claim_fen),
  claim_paid_fen bigint not null default 0 check (claim_paid_fen between 0 and claim_fen),
  claim_due_on date,
  pay_fen bigint not null default 0,
  organization_confirmed_by bigint,
  organization_confirmed_name text not null default '',
  organization_confirmed_at timestamptz,
  contractor_confirmed_by bigint,
  contractor_confirmed_name text not null default '',
  contractor_confirmed_at timestamptz,
  -- When silence counts as consent.
  confirm_by timestamptz not null,
  -- Why it was drawn up though records of its days were still open.
  note text not null default '',
  status text not null check (status in ('GENERATED', 'DISPUTED', 'CONFIRMED', 'SETTLED')),
  version int not null default 1,
  generated_at timestamptz not null,
  settled_by bigint,
  settled_name text not null default '',
  settled_at timestamptz,
  primary key (organization_id, id),
  check (to_date >= from_date),
  check ((status = 'SETTLED') = (settled_at is not null))
);
create index unit_statement_contract on unit_statement (organization_id, contract_id, to_date desc);
create index unit_statement_contractor on unit_statement (contractor_id, to_date desc, id desc);
create index unit_statement_to on unit_statement (to_date desc, id desc);
create index unit_statement_open on unit_statement (status, confirm_by) where status <> 'SETTLED';

create table unit_statement_line (
  organization_id bigint not null,
  id bigint not null,
  statement_id bigint not null,
  contract_id bigint not null,
  contractor_id bigint not null,
  business_date date not null,
  kind text not null check (kind in ('DAY', 'ADJUST', 'CARRY_IN', 'CARRY_OUT')),
  -- The statement that had the day first, or from which the amount is carried.
  refers_to bigint,
  eaten_fen bigint not null,
  third_fen bigint not null,
  corrected_fen bigint not null,
  due_fen bigint not null,
  fee_fen bigint not null,
  service_fen bigint not null,
  share_fen bigint not null,
  contractor_fen bigint not null,
  service_wallet_fen bigint not null,
  share_wallet_fen bigint not null,
  wallet_fen bigint not null,
  service_claim_fen bigint not null,
  claim_fen bigint not null,
  primary key (organization_id, id),
  foreign key (organization_id, statement_id) references unit_statement (organization_id, id)
);
create index unit_statement_line_of on unit_statement_line (organization_id, statement_id, business_date);
create index unit_statement_line_day on unit_statement_line (organization_id, contract_id, business_date);

-- What one side does not agree with, and what the other answered.
create table unit_statement_dispute (
  organization_id bigint not null,
  id bigint not null,
  statement_id bigint not null,
  contractor_id bigint not null,
  side text not null check (side in ('ORGANIZATION', 'CONTRACTOR')),
  from_date date not null,
  to_date date not null,
  -- Trades meant, as the side names them.
  trade_nos text not null default '',
  amount_fen bigint not null,
  reason text not null,
  file text,
  raised_by bigint not null,
  raised_name text not null,
  raised_at timestamptz not null,
  verdict text check (verdict in ('CORRECTED', 'REJECTED', 'CONSENTED', 'DECIDED')),
  answer text not null default '',
  answered_by bigint,
  answered_name text not null default '',
  answered_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, statement_id) references unit_statement (organization_id, id),
  check (to_date >= from_date)
);
create index unit_statement_dispute_of on unit_statement_dispute (organization_id, statement_id, raised_at desc);
create index unit_statement_dispute_at on unit_statement_dispute (raised_at desc, id desc);

-- What the organization paid outside of what it owes by a statement; both CLAIM purses follow when the receiver has it.
create table unit_claim_payment (
  organization_id bigint not null,
  id bigint not null,
  statement_id bigint not null,
  contract_id bigint not null,
  contractor_id bigint not null,
  receiver text not null check (receiver in ('CONTRACTOR', 'PLATFORM')),
  amount_fen bigint not null check (amount_fen > 0),
  paid_on date not null,
  bank_flow_no text not null,
  proof text,
  status text not null check (status in ('PAID', 'CONFIRMED', 'DENIED', 'WITHDRAWN')),
  version int not null default 1,
  maker_id bigint not null,
  maker_name text not null,
  created_at timestamptz not null,
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  primary key (organization_id, id),
  foreign key (organization_id, statement_id) references unit_statement (organization_id, id)
);
create index unit_claim_payment_of on unit_claim_payment (organization_id, statement_id, created_at desc);
-- One transfer is entered once.
create unique index unit_claim_payment_flow on unit_claim_payment (organization_id, receiver, bank_flow_no)
  where status in ('PAID', 'CONFIRMED');
