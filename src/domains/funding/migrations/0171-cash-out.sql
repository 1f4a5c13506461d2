-- Cash handed back to people at the counter. Written in the transaction of its posting.
create table cash_out (
  organization_id bigint not null,
  id bigint not null,
  cash_out_no text not null,
  person_id bigint not null,
  amount_fen bigint not null check (amount_fen > 0),
  reason text not null check (reason in ('PARTIAL', 'CLOSE_ACCOUNT')),
  operator_id bigint not null,
  operator_name text not null,
  sign_image text,
  posting_id bigint not null,
  balance_after_fen bigint not null,
  business_date date not null,
  at timestamptz not null,
  status text not null check (status in ('OK', 'REVERSED')),
  remark text not null default '',
  reversed_at timestamptz,
  reverse_reason text,
  reverse_posting_id bigint,
  primary key (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create unique index cash_out_no on cash_out (organization_id, cash_out_no);
create index cash_out_at on cash_out (organization_id, at desc, id desc);
create index cash_out_person on cash_out (organization_id, person_id, at desc);
create unique index cash_out_posting on cash_out (organization_id, posting_id);
-- Documents are found again by their posting when a form is sent twice.
create unique index cash_deposit_posting on cash_deposit (organization_id, posting_id);
create unique index recharge_order_posting on recharge_order (organization_id, posting_id);
