-- Main money back to people: applied, approved, sent or handed out. The money is held from the application on. What goes
-- back through WeChat or Alipay has its talk with the channel in third_refund.

create table funding_setting (
  organization_id bigint primary key,
  -- A refund up to this needs no second person, fen.
  refund_alone_fen bigint not null check (refund_alone_fen >= 0),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version integer not null default 1
);

create table refund_order (
  organization_id bigint not null,
  id bigint not null,
  refund_no text not null,
  -- Orders of one application share it; a form sent twice is found again by its key.
  apply_no text not null,
  apply_key text not null,
  person_id bigint not null,
  recharge_order_id bigint,
  amount_fen bigint not null check (amount_fen > 0),
  fee_fen bigint not null default 0 check (fee_fen >= 0),
  way text not null check (way in ('ORIGINAL', 'CASH', 'BANK')),
  channel text not null check (channel in ('WECHAT', 'ALIPAY', 'CASH', 'BANK')),
  bank_name text,
  bank_account text,
  bank_flow_no text,
  reason text not null,
  batch_id bigint,
  hold_id bigint not null,
  posting_id bigint,
  applicant_id bigint not null,
  applicant_name text not null,
  auditor_id bigint,
  auditor_name text,
  audit_reason text,
  audited_at timestamptz,
  payer_id bigint,
  payer_name text,
  channel_refund_no text,
  error text,
  at timestamptz not null,
  finished_at timestamptz,
  business_date date,
  status text not null check (status in ('APPLIED', 'APPROVED', 'REJECTED', 'PROCESSING', 'SUCCESS', 'FAILED', 'CANCELLED')),
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id),
  foreign key (organization_id, recharge_order_id) references recharge_order (organization_id, id),
  check ((way = 'ORIGINAL') = (channel in ('WECHAT', 'ALIPAY'))),
  check (way <> 'ORIGINAL' or recharge_order_id is not null),
  check ((status = 'SUCCESS') = (posting_id is not null)),
  check (auditor_id is null or auditor_id <> applicant_id)
);
create unique index refund_order_no on refund_order (organization_id, refund_no);
create index refund_order_at on refund_order (organization_id, at desc, id desc);
create index refund_order_apply on refund_order (organization_id, apply_key);
create index refund_order_person on refund_order (organization_id, person_id, at desc);
create index refund_order_recharge on refund_order (organization_id, recharge_order_id) where recharge_order_id is not null;
create index refund_order_batch on refund_order (organization_id, batch_id) where batch_id is not null;

create table third_refund (
  organization_id bigint not null,
  id bigint not null,
  refund_order_id bigint not null,
  -- The number the channel knows the refund by; it never changes.
  refund_no text not null,
  trade_no text not null,
  channel text not null check (channel in ('WECHAT', 'ALIPAY')),
  channel_no text not null,
  amount_fen bigint not null check (amount_fen > 0),
  total_fen bigint not null check (total_fen > 0),
  reason text not null,
  query_count integer not null default 0,
  send_count integer not null default 0,
  channel_refund_no text,
  error text,
  at timestamptz not null,
  asked_at timestamptz,
  finished_at timestamptz,
  status text not null check (status in ('APPLIED', 'PROCESSING', 'SUCCESS', 'FAILED', 'ABNORMAL', 'CLOSED')),
  primary key (organization_id, id),
  foreign key (organization_id, refund_order_id) references refund_order (organization_id, id)
);
create unique index third_refund_no on third_refund (organization_id, refund_no);
create unique index third_refund_order on third_refund (organization_id, refund_order_id);
create index third_refund_at on third_refund (organization_id, at desc, id desc);
create index third_refund_open on third_refund (organization_id, asked_at) where status = 'PROCESSING';
