-- Recharges paid online exist before their money: posting and credit come with the payment, once per channel transaction.
alter table recharge_order alter column posting_id drop not null;
alter table recharge_order alter column balance_after_fen drop not null;
alter table recharge_order alter column business_date drop not null;
alter table recharge_order alter column paid_at drop not null;
alter table recharge_order alter column credited_at drop not null;
alter table recharge_order add column expires_at timestamptz;
alter table recharge_order add column merchant_no text not null default '';
-- How the payment became known: the callback, a query, or somebody's re-post.
alter table recharge_order add column credited_via text check (credited_via in ('CALLBACK', 'QUERY', 'REPOST', 'BILL'));
alter table recharge_order add column pay_error text;
alter table recharge_order add constraint recharge_order_credited check (
  status not in ('CREDITED', 'REVERSED', 'PART_REFUNDED', 'REFUNDED')
  or (posting_id is not null and credited_at is not null and business_date is not null));
create index recharge_order_paying on recharge_order (organization_id, expires_at) where status in ('CREATED', 'PAYING', 'PAID');
create index recharge_order_by_no on recharge_order (order_no);

-- What the channels sent, as it came, and what was made of it. No unit owns a callback before its order is found.
create table third_pay_callback (
  id bigint primary key,
  organization_id bigint,
  channel text not null,
  merchant_no text not null default '',
  channel_no text not null default '',
  out_trade_no text not null default '',
  amount_fen bigint,
  raw text not null,
  headers jsonb not null,
  sign_ok boolean not null,
  matched_order_id bigint,
  received_at timestamptz not null,
  handled_at timestamptz,
  retry integer not null default 0,
  error text,
  status text not null check (status in
    ('RECEIVED', 'BAD_SIGN', 'AMOUNT_MISMATCH', 'NO_ORDER', 'DUPLICATE', 'HANDLED', 'FAILED'))
);
comment on table third_pay_callback is 'not-tenant: it is kept before its order, and so its organization, is known';
create index third_pay_callback_received on third_pay_callback (received_at desc, id desc);
create index third_pay_callback_order on third_pay_callback (organization_id, matched_order_id);

-- 主账户订单: everything that was ordered on a main account, with its state. Later kinds of orders join here.
create view main_account_order as
  select organization_id, id, 'RECHARGE' as kind, order_no, person_id, amount_fen, channel, channel_no,
         operator_name, created_at, credited_at as finished_at, status, coalesce(pay_error, '') as error, remark
    from recharge_order
  union all
  select organization_id, id, 'REFUND', refund_no, person_id, -amount_fen, channel, coalesce(channel_refund_no, ''),
         applicant_name, at, finished_at, 'REFUND_' || status, coalesce(error, ''), reason
    from refund_order;
