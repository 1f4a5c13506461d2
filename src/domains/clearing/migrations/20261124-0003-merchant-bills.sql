-- Bills of the channels, kept line by line: what a merchant number took in, gave back and had left on a day, over all units.
create table merchant_bill (
  id bigint primary key,
  channel text not null check (channel in ('WECHAT', 'ALIPAY')),
  kind text not null check (kind in ('TRADE', 'FUND')),
  merchant_no text not null,
  -- The channel's day, midnight to midnight.
  day date not null,
  -- Another file for the day is another version; the current one counts, the lines of former ones are kept.
  version int not null,
  current boolean not null,
  filename text not null,
  file_key text not null,
  -- Of the lines, whatever file they came in: the same lines are the same bill.
  digest text not null,
  line_count int not null,
  -- Payments and refunds of a trade bill, income and expense of a fund bill.
  in_count int not null,
  in_fen bigint not null,
  out_count int not null,
  out_fen bigint not null,
  fee_fen bigint not null,
  matched_count int not null default 0,
  transit_count int not null default 0,
  problem_count int not null default 0,
  -- Booked here and in no bill of these days.
  missing_count int not null default 0,
  -- Of a fund bill: 账户结余 before its first and after its last line, and how far that is from the day before.
  opening_fen bigint,
  closing_fen bigint,
  gap_fen bigint,
  -- What this version has that the one before has not, and the other way round.
  added_count int not null default 0,
  removed_count int not null default 0,
  changed_count int not null default 0,
  diff text not null default '',
  maker_id bigint not null,
  maker_name text not null,
  created_at timestamptz not null,
  matched_at timestamptz,
  unique (channel, merchant_no, day, kind, version)
);
create unique index merchant_bill_current on merchant_bill (channel, merchant_no, day, kind) where current;
create index merchant_bill_day on merchant_bill (day desc, id desc);
create index merchant_bill_at on merchant_bill (created_at desc, id desc);

create table merchant_bill_line (
  day date not null,
  bill_id bigint not null,
  id bigint not null,
  -- The line in the file.
  row_no int not null,
  channel text not null,
  type text not null check (type in ('PAYMENT', 'REFUND', 'IN', 'OUT')),
  out_no text not null,
  channel_no text not null,
  out_refund_no text not null,
  flow_no text not null,
  what text not null,
  amount_fen bigint not null check (amount_fen >= 0),
  fee_fen bigint,
  balance_fen bigint,
  at timestamptz not null,
  -- What it was matched with; the organization is found by our number.
  organization_id bigint,
  ref_type text not null default '',
  ref_id bigint,
  our_fen bigint,
  state text not null default '',
  primary key (day, bill_id, row_no)
) partition by range (day);
create index merchant_bill_line_id on merchant_bill_line (id);
create index merchant_bill_line_out on merchant_bill_line (out_no) where out_no <> '';
create index merchant_bill_line_channel on merchant_bill_line (channel_no);
create index merchant_bill_line_refund on merchant_bill_line (out_refund_no) where out_refund_no <> '';
create index merchant_bill_line_open on merchant_bill_line (bill_id, state, row_no) where state not in ('', 'MATCHED');
create index merchant_bill_line_unit on merchant_bill_line (day, organization_id) where organization_id is not null;
comment on table merchant_bill_line is 'not-tenant: a merchant number collects for all units';

create function clearing_ensure_month(day date) returns void language plpgsql as $$
declare
  first_day date := date_trunc('month', day)::date;
  child text := 'merchant_bill_line' || to_char(first_day, '"_y"YYYY"m"MM');
begin
  perform pg_advisory_xact_lock(742011803);
  if to_regclass(child) is null then
    execute format('create table %I (like merchant_bill_line including defaults including constraints including indexes)', child);
    execute format('alter table merchant_bill_line attach partition %I for values from (%L) to (%L)',
      child, first_day, (first_day + interval '1 month')::date);
  end if;
end $$;
alter function clearing_ensure_month(date) security definer;

-- A bill asks for our orders and refunds by number, whosever they are.
create index recharge_order_by_channel_no on recharge_order (channel_no) where channel_no <> '';
create index third_refund_by_no on third_refund (refund_no);

-- What does not agree and waits for somebody: opened by bills, by rules and by people, once per kind and number.
create table abnormal_trade (
  id bigint primary key,
  abnormal_no text not null unique,
  kind text not null,
  ref_type text not null,
  ref_no text not null,
  ref_id bigint,
  organization_id bigint,
  person_name text not null default '',
  channel text not null default '',
  merchant_no text not null default '',
  -- The channel's day.
  day date not null,
  channel_no text not null default '',
  out_no text not null default '',
  bill_fen bigint,
  our_fen bigint,
  amount_fen bigint not null,
  why text not null,
  -- Opened by a bill's day: it closes itself when that day no longer finds it.
  of_bill boolean not null default false,
  happened_at timestamptz not null,
  found_at timestamptz not null,
  found_count int not null default 1,
  assignee_id bigint,
  assignee_name text not null default '',
  -- Money without an order lies with the platform; what became of it.
  parked_fen bigint not null default 0,
  refund_no text not null default '',
  status text not null check (status in ('OPEN', 'PROCESSING', 'FIXED', 'IGNORED')),
  -- Closed without anybody's hand; opened again as soon as it is found once more.
  closed_itself boolean not null default false,
  said text not null default '',
  handled_id bigint,
  handled_name text not null default '',
  second_name text not null default '',
  handled_at timestamptz,
  maker_id bigint,
  maker_name text not null,
  created_at timestamptz not null,
  version int not null default 1,
  unique (kind, ref_type, ref_no)
);
create index abnormal_trade_open on abnormal_trade (status, found_at desc) where status in ('OPEN', 'PROCESSING');
create index abnormal_trade_day on abnormal_trade (channel, merchant_no, day) where of_bill;
create index abnormal_trade_found on abnormal_trade (found_at desc, id desc);
create index abnormal_trade_refund on abnormal_trade (refund_no) where refund_no <> '';
comment on table abnormal_trade is 'not-tenant: the platform looks into money of all units, some of it of no unit yet';
