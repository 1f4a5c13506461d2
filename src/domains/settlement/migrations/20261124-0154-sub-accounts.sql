-- Whom a caterer divides its part of a contract day among: a ratio holds from a day on, the rest is its own.
create table contractor_sub_account (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  name text not null,
  kind text not null check (kind in ('RESTAURANT', 'PARTNER', 'BANK')),
  bank_name text not null default '',
  account_no text not null default '',
  merchant_no text not null default '',
  -- Of kind RESTAURANT: it has a part of contracts that cover one of these.
  restaurant_ids bigint[] not null default '{}',
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (contractor_id, id)
);
create unique index contractor_sub_account_name on contractor_sub_account (contractor_id, name);
create index contractor_sub_account_at on contractor_sub_account (contractor_id, created_at desc);

create table contractor_sub_ratio (
  contractor_id bigint not null,
  id bigint not null,
  sub_account_id bigint not null,
  -- In 1/10,000 of the caterer's part.
  ratio int not null check (ratio between 0 and 10000),
  from_date date not null,
  maker_id bigint not null,
  maker_name text not null,
  created_at timestamptz not null,
  primary key (contractor_id, id),
  unique (contractor_id, sub_account_id, from_date),
  foreign key (contractor_id, sub_account_id) references contractor_sub_account (contractor_id, id)
);

-- What each had of a contract day, by difference as the day is settled; null: the caterer's own.
create table sub_account_split (
  contractor_id bigint not null,
  id bigint not null,
  organization_id bigint not null,
  contract_id bigint not null,
  business_date date not null,
  sub_account_id bigint,
  ratio int not null,
  amount_fen bigint not null,
  at timestamptz not null,
  primary key (contractor_id, id)
);
create index sub_account_split_day on sub_account_split (contractor_id, contract_id, business_date);
create index sub_account_split_account on sub_account_split (contractor_id, sub_account_id, business_date desc);
comment on table sub_account_split is 'not-tenant: money of a contractor';
