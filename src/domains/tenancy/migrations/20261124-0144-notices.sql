-- What a caterer tells the units it serves, and which of them have read it.
create table contractor_notice (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  title text not null,
  content text not null,
  -- Empty: every unit served on the day it is published.
  organization_ids bigint[] not null default '{}',
  expire_on date,
  publish_at timestamptz,
  status text not null check (status in ('DRAFT', 'PUBLISHED', 'WITHDRAWN')),
  version int not null default 1,
  maker_id bigint,
  maker_name text not null default '',
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  primary key (contractor_id, id)
);
create unique index contractor_notice_id on contractor_notice (id);
create index contractor_notice_at on contractor_notice (contractor_id, created_at desc);

-- Whom it was told.
create table contractor_notice_unit (
  organization_id bigint not null references organization (id),
  notice_id bigint not null,
  contractor_id bigint not null,
  first_read_at timestamptz,
  readers int not null default 0,
  told_at timestamptz not null,
  primary key (organization_id, notice_id),
  foreign key (contractor_id, notice_id) references contractor_notice (contractor_id, id)
);
create index contractor_notice_unit_notice on contractor_notice_unit (contractor_id, notice_id);
create index contractor_notice_unit_told on contractor_notice_unit (organization_id, told_at desc);

create table contractor_notice_read (
  organization_id bigint not null,
  notice_id bigint not null,
  account_id bigint not null,
  contractor_id bigint not null,
  reader_name text not null,
  read_at timestamptz not null,
  primary key (organization_id, notice_id, account_id)
);
