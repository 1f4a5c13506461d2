-- 确认对账: which closing balances a caterer agreed with. History only grows; the newest of a period counts.
create table statement_sign (
  organization_id bigint not null,
  id bigint not null,
  contractor_id bigint not null,
  from_date date not null,
  to_date date not null,
  account text not null,
  closing_fen bigint not null,
  signer_id bigint not null,
  signer_name text not null,
  signed_at timestamptz not null,
  primary key (organization_id, id),
  check (to_date >= from_date)
);
create index statement_sign_period on statement_sign (contractor_id, from_date, to_date, id desc);
