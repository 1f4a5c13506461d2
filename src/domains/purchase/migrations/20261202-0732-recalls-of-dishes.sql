-- A recall may begin with a dish; what it tells the units that have or had of its lots; pictures of what was done with them.
alter table lot_recall
  drop constraint lot_recall_scope_check,
  add constraint lot_recall_scope_check check (scope in ('LOT', 'DELIVERY', 'DISH')),
  add column dish_name text not null default '',
  -- What went off sale with it, as it was told then.
  add column stopped text not null default '';

create table recall_notice (
  contractor_id bigint not null,
  id bigint not null,
  recall_id bigint not null,
  -- Told to the unit, which sees no recall.
  recall_no text not null,
  organization_id bigint not null references organization (id),
  content text not null,
  status text not null check (status in ('DRAFT', 'SENT', 'ANSWERED', 'OVER')),
  sent_name text not null default '',
  sent_at timestamptz,
  answer text not null default '',
  answered_name text not null default '',
  answered_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (contractor_id, id),
  constraint recall_notice_unit unique (contractor_id, recall_id, organization_id),
  foreign key (contractor_id, recall_id) references lot_recall (contractor_id, id)
);
comment on table recall_notice is 'not-tenant: between a caterer and its units';
create index recall_notice_received on recall_notice (organization_id, created_at desc) where status <> 'DRAFT';

create table recall_photo (
  contractor_id bigint not null,
  id bigint not null,
  recall_id bigint not null,
  photo text not null,
  note text not null,
  made_name text not null,
  made_at timestamptz not null,
  primary key (contractor_id, id),
  foreign key (contractor_id, recall_id) references lot_recall (contractor_id, id)
);
create index recall_photo_of on recall_photo (contractor_id, recall_id, id);
