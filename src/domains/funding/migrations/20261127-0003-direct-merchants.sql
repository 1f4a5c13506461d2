-- A unit's own merchant numbers: what is paid to them never passes through the platform. A number keeps its nature for good, its orders
-- are read by it; stopped, it only collects nothing new. Keys are names of files, never values.
create table direct_merchant (
  organization_id bigint not null references organization (id),
  id bigint not null,
  channel text not null check (channel in ('WECHAT', 'ALIPAY')),
  merchant_no text not null check (merchant_no <> ''),
  app_id text,
  serial_no text,
  key_file text,
  secret_file text,
  platform_keys text,
  status text not null default 'ON' check (status in ('ON', 'OFF')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id)
);
create unique index direct_merchant_no on direct_merchant (channel, merchant_no);
create unique index direct_merchant_unit on direct_merchant (organization_id, channel) where status = 'ON';
