-- The merchant numbers and accounts that bills name and no order carries: a bill of a number nobody has registered is not taken.
create table bill_merchant (
  id bigint primary key,
  channel text not null check (channel in ('WECHAT', 'ALIPAY')),
  -- As the bill writes it: Alipay names an account, where orders carry the application.
  merchant_no text not null,
  -- Of a unit's own, whose money the platform never holds; the platform's where there is none.
  organization_id bigint references organization (id),
  source text not null check (source in ('PERSON', 'FETCHED', 'EARLIER')),
  note text not null default '',
  maker_id bigint not null,
  maker_name text not null,
  witness_name text not null default '',
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  constraint bill_merchant_no unique (channel, merchant_no)
);
create index bill_merchant_at on bill_merchant (created_at desc, id desc);
comment on table bill_merchant is 'not-tenant: the platform reads bills of all units';

-- Bills that were taken before stay what they are.
insert into bill_merchant (id, channel, merchant_no, organization_id, source, maker_id, maker_name, created_at, updated_at)
select distinct on (b.channel, b.merchant_no) b.id, b.channel, b.merchant_no,
  (select d.organization_id from direct_merchant d where d.channel = b.channel and d.merchant_no = b.merchant_no), 'EARLIER', 0, '系统',
  b.created_at, b.created_at
from merchant_bill b order by b.channel, b.merchant_no, b.id;
