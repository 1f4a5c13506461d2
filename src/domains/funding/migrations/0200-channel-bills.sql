-- Bills of the payment channels that were held against the orders here: what was found, and who looked when.
create table channel_bill (
  organization_id bigint not null,
  id bigint not null,
  channel text not null check (channel in ('WECHAT', 'ALIPAY')),
  filename text not null,
  from_date date not null,
  to_date date not null,
  -- Lines of the file that are this organization's or nobody's, and those of other organizations under the same merchant.
  line_count integer not null,
  other_count integer not null,
  matched_count integer not null,
  matched_fen bigint not null,
  refund_matched_count integer not null,
  refund_matched_fen bigint not null,
  credited_count integer not null,
  credited_fen bigint not null,
  problem_count integer not null,
  -- Everything that did not simply agree, payments booked from the bill among it.
  findings jsonb not null,
  operator_id bigint not null,
  operator_name text not null,
  at timestamptz not null,
  primary key (organization_id, id)
);
create index channel_bill_at on channel_bill (organization_id, at desc, id desc);
