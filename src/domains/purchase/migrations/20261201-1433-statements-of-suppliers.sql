-- What a supplier is owed: receipts less what went back, each by what earlier statements have not said of it yet.
create table supplier_statement (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  statement_no text not null,
  supplier_id bigint not null,
  -- The first of the month it is for, and the last day it looks at.
  month date not null,
  until date not null,
  receipt_count int not null,
  received_fen bigint not null,
  returned_fen bigint not null,
  amount_fen bigint not null,
  status text not null check (status in ('DRAWN', 'SENT', 'AGREED', 'PAID', 'DISPUTED', 'VOID')),
  maker_id bigint,
  maker_name text not null default '',
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  -- The supplier's mark: who, when, by his link or on paper.
  their_name text not null default '',
  their_at timestamptz,
  their_way text check (their_way in ('LINK', 'PAPER')),
  their_note text not null default '',
  their_file text,
  flow_no text,
  paid_on date,
  payer_id bigint,
  payer_name text not null default '',
  void_reason text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (contractor_id, id),
  constraint supplier_statement_no unique (contractor_id, statement_no),
  check (amount_fen = received_fen - returned_fen)
);
create index supplier_statement_made on supplier_statement (contractor_id, created_at desc);
create index supplier_statement_of on supplier_statement (contractor_id, supplier_id, status);
create index supplier_statement_flow on supplier_statement (contractor_id, flow_no) where flow_no is not null;

create table supplier_statement_line (
  contractor_id bigint not null,
  id bigint not null,
  statement_id bigint not null,
  line_no int not null,
  receipt_id bigint not null,
  received_fen bigint not null,
  returned_fen bigint not null,
  primary key (contractor_id, id),
  constraint supplier_statement_receipt unique (contractor_id, statement_id, receipt_id),
  foreign key (contractor_id, statement_id) references supplier_statement (contractor_id, id),
  foreign key (contractor_id, receipt_id) references receipt (contractor_id, id)
);
create index supplier_statement_line_receipt on supplier_statement_line (contractor_id, receipt_id);
create index receipt_supplier on receipt (contractor_id, supplier_id, accepted_at);
