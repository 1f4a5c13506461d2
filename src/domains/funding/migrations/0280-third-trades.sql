-- Meals paid by a code off the diner's phone: the talk with the channel about each, and what goes back of it.
create table third_trade (
  organization_id bigint not null,
  id bigint not null,
  -- The number the channel knows the payment by; it ends in the id.
  trade_no text not null,
  -- Day it counts on: of the meal while it is not paid, of the posting then.
  business_date date not null,
  restaurant_id bigint not null,
  deploy_site_id bigint not null,
  device_id bigint not null,
  epoch bigint not null,
  seq bigint not null,
  channel text not null check (channel in ('WECHAT', 'ALIPAY')),
  merchant_no text not null,
  channel_no text not null default '',
  payer_mask text not null default '',
  amount_fen bigint not null check (amount_fen > 0),
  -- What the channel keeps: reckoned at its rate when paid, as its bill says once that was read.
  fee_fen bigint not null default 0,
  fee_billed boolean not null default false,
  -- What is booked when it is paid: place, meal, price and how it came about.
  charge jsonb not null,
  posting_id bigint,
  -- How much of it has been asked back of the channel; the ledger's reversals lead, this follows.
  refund_asked_fen bigint not null default 0 check (refund_asked_fen between 0 and amount_fen),
  error text not null default '',
  at timestamptz not null,
  -- Nobody waits at the terminal any longer: what is not paid by then is revoked.
  expires_at timestamptz not null,
  paid_at timestamptz,
  status text not null check (status in ('PAYING', 'SUCCESS', 'CLOSED')),
  primary key (organization_id, id),
  check ((status = 'SUCCESS') = (posting_id is not null and paid_at is not null))
);
create unique index third_trade_record on third_trade (organization_id, device_id, epoch, seq);
create unique index third_trade_posting on third_trade (organization_id, posting_id) where posting_id is not null;
create index third_trade_paying on third_trade (organization_id, expires_at) where status = 'PAYING';
create index third_trade_at on third_trade (organization_id, at desc, id desc);
create index third_trade_by_no on third_trade (trade_no);
create index third_trade_channel_no on third_trade (organization_id, channel_no) where channel_no <> '';

-- A refund is a recharge's, through its order, or a meal's, following the reversal in the ledger.
alter table third_refund alter column refund_order_id drop not null;
alter table third_refund add column third_trade_id bigint;
alter table third_refund add foreign key (organization_id, third_trade_id) references third_trade (organization_id, id);
alter table third_refund add constraint third_refund_source check ((refund_order_id is null) <> (third_trade_id is null));
create index third_refund_trade on third_refund (organization_id, third_trade_id) where third_trade_id is not null;
-- Of a meal: what the channel gives back of its fee.
alter table third_refund add column fee_fen bigint not null default 0;
