-- Who there is: regions, and the chain platform > agent > contractor / organization. Shares are basis points (1 % = 100).
create table region (
  -- The administrative code as a number: 2 digits province, 4 city, 6 district, 9 street.
  id bigint primary key,
  code text not null,
  parent_id bigint references region (id),
  level int not null check (level between 1 and 4),
  name text not null,
  full_name text not null,
  lng text,
  lat text,
  sort int not null default 0,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1
);
create unique index region_code on region (code);
create index region_parent on region (parent_id, sort, id);
create index region_level on region (level, id);

create table agent_grade (
  id bigint primary key,
  name text not null,
  discount int not null check (discount between 0 and 10000),
  commission_ratio int not null check (commission_ratio between 0 and 10000),
  annual_quota_fen bigint not null default 0 check (annual_quota_fen >= 0),
  rights text not null default '',
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1
);
create unique index agent_grade_name on agent_grade (name);
-- The usual three steps, so that agents can be opened at once.
insert into agent_grade (id, name, discount, commission_ratio, annual_quota_fen, rights, created_at, updated_at) values
  (1, '金牌代理', 7000, 2000, 30000000, '区域优先报备，专属技术支持', now(), now()),
  (2, '银牌代理', 8000, 1500, 10000000, '区域报备，电话技术支持', now(), now()),
  (3, '普通代理', 9000, 1000, 0, '在线技术支持', now(), now());

create table agent (
  id bigint primary key,
  name text not null,
  grade_id bigint not null references agent_grade (id),
  region_id bigint references region (id),
  contact text not null,
  phone text not null,
  license_no text,
  contract_start date,
  contract_end date,
  -- EXPIRED is shown from contract_end, not stored.
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  check (contract_end is null or contract_start is null or contract_end >= contract_start)
);
create unique index agent_name on agent (name);

create table contractor (
  id bigint primary key,
  name text not null,
  short_name text,
  agent_id bigint references agent (id),
  license_no text,
  food_license_no text,
  food_license_end date,
  contact text not null,
  phone text not null,
  region_id bigint references region (id),
  settle_cycle text not null default 'MONTH' check (settle_cycle in ('D1', 'WEEK', 'MONTH')),
  fee_rate int not null default 0 check (fee_rate between 0 and 10000),
  merchant_no text,
  expire_at date,
  -- EXPIRED is shown from expire_at, not stored.
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED', 'FROZEN')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1
);
create unique index contractor_name on contractor (name);
create unique index contractor_license on contractor (license_no);
create index contractor_agent on contractor (agent_id);

create table organization (
  id bigint primary key,
  name text not null,
  kind text not null check (kind in ('SCHOOL', 'COMPANY', 'HOSPITAL', 'GOVERNMENT', 'OTHER')),
  agent_id bigint references agent (id),
  region_id bigint references region (id),
  address text,
  contact text not null,
  phone text not null,
  food_license_no text,
  food_license_end date,
  expire_at date,
  -- EXPIRING (30 days ahead) and EXPIRED are shown from expire_at, not stored.
  status text not null default 'NORMAL' check (status in ('TRIAL', 'NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1
);
create unique index organization_name on organization (name);
create index organization_agent on organization (agent_id);
