-- What became of fetching a merchant number's bill of a day: kept until it is here, so that what fails is seen.
create table bill_fetch (
  channel text not null check (channel in ('WECHAT', 'ALIPAY')),
  merchant_no text not null,
  day date not null,
  kind text not null check (kind in ('TRADE', 'FUND')),
  status text not null check (status in ('TAKEN', 'NONE', 'FAILED')),
  said text not null default '',
  tries int not null default 1,
  at timestamptz not null,
  primary key (channel, merchant_no, day, kind)
);
comment on table bill_fetch is 'not-tenant: bills of the platform and of units'' own merchant numbers';
create index bill_fetch_failed on bill_fetch (day) where status = 'FAILED';
