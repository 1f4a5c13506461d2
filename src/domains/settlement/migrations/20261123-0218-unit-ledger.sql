-- Money between units, kept as the diners' ledger is: entries of a posting sum to 0, a purse carries its balance and the number
-- of its entries, history only grows. One door writes here: settlement/ledger/post.ts.
create table unit_wallet (
  unit_type text not null check (unit_type in ('ORGANIZATION', 'CONTRACTOR', 'AGENT', 'PLATFORM')),
  unit_id bigint not null,
  purse text not null check (purse in ('FLOAT', 'PENDING', 'AVAILABLE', 'FROZEN', 'CLAIM', 'SUSPENSE')),
  balance_fen bigint not null default 0,
  in_fen bigint not null default 0 check (in_fen >= 0),
  out_fen bigint not null default 0 check (out_fen >= 0),
  -- Number of entries of this purse.
  version bigint not null default 0,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'FROZEN')),
  primary key (unit_type, unit_id, purse),
  -- What is earned may be taken back later; what units owe each other has two signs.
  constraint unit_wallet_floor check (purse in ('PENDING', 'CLAIM') or balance_fen >= 0),
  constraint unit_wallet_sum check (balance_fen = in_fen - out_fen)
) with (fillfactor = 70);
comment on table unit_wallet is 'not-tenant: money between units';

create table unit_posting (
  id bigint primary key,
  request_key text not null unique check (length(request_key) between 1 and 160),
  -- Of the lines: the same key with other lines is refused.
  fingerprint text not null,
  kind text not null,
  -- Whose business it is: the organization and the contractor whose pages show it, 0 for none.
  organization_id bigint not null default 0,
  contractor_id bigint not null default 0,
  contract_id bigint not null default 0,
  -- Where it was posted by difference, the bucket; else the document.
  bucket_date date,
  channel text not null default '',
  merchant_no text not null default '',
  document_type text not null default '',
  document_id bigint not null default 0,
  reverses_id bigint references unit_posting (id),
  operator_id bigint not null default 0,
  reason text not null default '',
  -- When it happened, the day in the books, when it was written.
  occurred_at timestamptz not null,
  business_date date not null,
  recorded_at timestamptz not null
);
create index unit_posting_bucket on unit_posting (organization_id, bucket_date, kind) where bucket_date is not null;
create index unit_posting_document on unit_posting (document_type, document_id) where document_id <> 0;
create index unit_posting_contract on unit_posting (contract_id, id) where contract_id <> 0;
comment on table unit_posting is 'not-tenant: money between units';

create table unit_entry (
  id bigint primary key,
  posting_id bigint not null references unit_posting (id),
  line_no smallint not null,
  -- 'unit' for a purse, else outside: channel:<channel>:<merchant>, bank:<account>, channel_fee.
  account text not null,
  unit_type text,
  unit_id bigint,
  purse text,
  amount_fen bigint not null check (amount_fen <> 0),
  balance_after_fen bigint,
  wallet_version bigint,
  -- Of the posting, so that a purse is read in its own order.
  kind text not null,
  business_date date not null,
  recorded_at timestamptz not null,
  unique (posting_id, line_no),
  check ((account = 'unit') = (unit_id is not null and unit_type is not null and purse is not null
    and balance_after_fen is not null and wallet_version is not null))
);
create unique index unit_entry_wallet on unit_entry (unit_type, unit_id, purse, wallet_version) where account = 'unit';
create index unit_entry_unit on unit_entry (unit_type, unit_id, business_date desc, id desc) where account = 'unit';
create index unit_entry_recorded on unit_entry (unit_type, unit_id, recorded_at desc, id desc) where account = 'unit';
create index unit_entry_account on unit_entry (account, business_date) where account <> 'unit';
comment on table unit_entry is 'not-tenant: money between units';

-- What has been posted by difference so far: how often, and how much in all.
create table unit_bucket (
  organization_id bigint not null,
  business_date date not null,
  source text not null,
  contract_id bigint not null,
  channel text not null,
  merchant_no text not null,
  postings int not null default 0,
  amount_fen bigint not null default 0,
  primary key (organization_id, business_date, source, contract_id, channel, merchant_no)
);
comment on table unit_bucket is 'not-tenant: money between units';

create function unit_ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is history: a correction is a new posting', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger refuse_change before update or delete on unit_posting for each row execute function unit_ledger_refuse_change();
create trigger refuse_change before update or delete on unit_entry for each row execute function unit_ledger_refuse_change();
create trigger refuse_truncate before truncate on unit_posting execute function unit_ledger_refuse_change();
create trigger refuse_truncate before truncate on unit_entry execute function unit_ledger_refuse_change();

-- A run of U1–U10 over all units.
create table unit_invariant_run (
  id bigint primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  posting_count bigint not null,
  break_count int not null,
  breaks jsonb not null
);

-- A row per unit, for the platform's page: what it has by purse, and what went in and out in all.
create view unit_balance as
select w.unit_type, w.unit_id,
  case w.unit_type when 'ORGANIZATION' then (select name from organization where id = w.unit_id)
    when 'CONTRACTOR' then (select name from contractor where id = w.unit_id)
    when 'AGENT' then (select name from agent where id = w.unit_id) else '平台' end as unit_name,
  coalesce(sum(balance_fen) filter (where purse = 'FLOAT'), 0)::bigint as float_fen,
  coalesce(sum(balance_fen) filter (where purse = 'PENDING'), 0)::bigint as pending_fen,
  coalesce(sum(balance_fen) filter (where purse = 'AVAILABLE'), 0)::bigint as available_fen,
  coalesce(sum(balance_fen) filter (where purse = 'FROZEN'), 0)::bigint as frozen_fen,
  coalesce(sum(balance_fen) filter (where purse = 'SUSPENSE'), 0)::bigint as suspense_fen,
  coalesce(sum(balance_fen) filter (where purse = 'CLAIM'), 0)::bigint as claim_fen,
  coalesce(sum(balance_fen) filter (where purse <> 'CLAIM'), 0)::bigint as total_fen,
  coalesce(sum(in_fen) filter (where purse <> 'CLAIM'), 0)::bigint as in_fen,
  coalesce(sum(out_fen) filter (where purse <> 'CLAIM'), 0)::bigint as out_fen
from unit_wallet w group by w.unit_type, w.unit_id;
