-- What units owe the platform, and how they pay it. A bill is paid once (U12); what comes a second time is the payer's again.
create table unit_bill (
  id bigint primary key,
  bill_no text not null unique,
  kind text not null check (kind in ('ANNUAL_FEE', 'APPLICATION', 'DEVICE_ORDER', 'MARKET_SERVICE')),
  -- Who pays.
  unit_type text not null check (unit_type in ('ORGANIZATION', 'CONTRACTOR', 'AGENT')),
  unit_id bigint not null,
  title text not null,
  amount_fen bigint not null check (amount_fen > 0),
  due_on date not null,
  -- What it is for; one living bill per document.
  document_type text not null,
  document_id bigint not null,
  -- The agent whose customer pays, and its part, as they were when the bill was drawn.
  agent_id bigint,
  commission_ratio int not null default 0 check (commission_ratio between 0 and 10000),
  commission_fen bigint not null default 0 check (commission_fen >= 0),
  commission_released_at timestamptz,
  status text not null check (status in ('PENDING', 'UNPAID', 'OVERDUE', 'PAID', 'VOID', 'WAIVED')),
  version int not null default 1,
  pay_way text check (pay_way in ('WALLET', 'ONLINE', 'TRANSFER')),
  paid_at timestamptz,
  maker_id bigint,
  maker_name text not null default '',
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  -- Who agreed beside to give it up or take it back.
  witness_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((paid_at is not null) = (pay_way is not null)),
  check (status <> 'PAID' or paid_at is not null)
);
create unique index unit_bill_document on unit_bill (document_type, document_id) where status <> 'VOID';
create index unit_bill_unit on unit_bill (unit_type, unit_id, created_at desc);
create index unit_bill_at on unit_bill (created_at desc, id desc);
create index unit_bill_due on unit_bill (due_on, id) where status in ('UNPAID', 'OVERDUE');
create index unit_bill_agent on unit_bill (agent_id, paid_at desc) where agent_id is not null;
create index unit_bill_commission on unit_bill (paid_at) where status = 'PAID' and commission_fen > 0 and commission_released_at is null;
comment on table unit_bill is 'not-tenant: money between units';

-- Ways a bill was tried to be paid; at most one of them is PAID.
create table unit_bill_payment (
  id bigint primary key,
  bill_id bigint not null references unit_bill (id),
  unit_type text not null,
  unit_id bigint not null,
  way text not null check (way in ('WALLET', 'ONLINE', 'TRANSFER')),
  amount_fen bigint not null check (amount_fen > 0),
  -- TOPPED_UP: it came when the bill was paid or gone already, and is at the payer's disposal.
  status text not null check (status in ('WAITING', 'PAID', 'TOPPED_UP', 'DENIED', 'CLOSED', 'RETURNED')),
  version int not null default 1,
  paid_on date,
  bank_flow_no text not null default '',
  proof text,
  channel text not null default '',
  merchant_no text not null default '',
  order_no text,
  channel_no text,
  expires_at timestamptz,
  posting_id bigint,
  maker_id bigint,
  maker_name text not null default '',
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index unit_bill_payment_bill on unit_bill_payment (bill_id, created_at desc);
create unique index unit_bill_payment_once on unit_bill_payment (bill_id) where status = 'PAID' and posting_id is not null;
create unique index unit_bill_payment_order on unit_bill_payment (order_no) where order_no is not null;
-- One transfer of the bank is one payment.
create unique index unit_bill_payment_flow on unit_bill_payment (bank_flow_no)
  where way = 'TRANSFER' and status in ('WAITING', 'PAID', 'TOPPED_UP');
create index unit_bill_payment_code on unit_bill_payment (expires_at) where way = 'ONLINE' and status = 'WAITING';
create index unit_bill_payment_waiting on unit_bill_payment (created_at) where way = 'TRANSFER' and status = 'WAITING';
comment on table unit_bill_payment is 'not-tenant: money between units';
