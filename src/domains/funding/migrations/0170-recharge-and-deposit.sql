-- Documents of money coming in: operator recharges and counter cash. Written in the same transaction as their posting.
create table recharge_order (
  organization_id bigint not null,
  id bigint not null,
  order_no text not null,
  person_id bigint not null,
  account_kind text not null check (account_kind in ('MAIN', 'SUBSIDY', 'GIFT')),
  amount_fen bigint not null check (amount_fen > 0),
  gift_fen bigint not null default 0 check (gift_fen >= 0),
  fee_fen bigint not null default 0 check (fee_fen >= 0),
  channel text not null check (channel in ('WECHAT', 'ALIPAY', 'BANK', 'CASH', 'TRANSFER', 'DEVICE', 'IMPORT')),
  channel_no text not null default '',
  operator_id bigint,
  operator_name text not null default '',
  batch_id bigint,
  posting_id bigint not null,
  balance_after_fen bigint not null,
  business_date date not null,
  paid_at timestamptz not null,
  credited_at timestamptz not null,
  status text not null check (status in ('CREATED', 'PAYING', 'PAID', 'CREDITED', 'FAILED', 'CLOSED', 'REVERSED', 'PART_REFUNDED', 'REFUNDED')),
  remark text not null default '',
  reversed_at timestamptz,
  reverse_reason text,
  reverse_posting_id bigint,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create unique index recharge_order_no on recharge_order (organization_id, order_no);
create unique index recharge_order_channel_no on recharge_order (organization_id, channel, channel_no) where channel_no <> '';
create index recharge_order_created on recharge_order (organization_id, created_at desc, id desc);
create index recharge_order_person on recharge_order (organization_id, person_id, created_at desc);

create table cash_deposit (
  organization_id bigint not null,
  id bigint not null,
  deposit_no text not null,
  receipt_no text not null,
  person_id bigint not null,
  amount_fen bigint not null check (amount_fen > 0),
  device_id bigint,
  operator_id bigint not null,
  operator_name text not null,
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
create unique index cash_deposit_no on cash_deposit (organization_id, deposit_no);
create index cash_deposit_at on cash_deposit (organization_id, at desc, id desc);
create index cash_deposit_person on cash_deposit (organization_id, person_id, at desc);
