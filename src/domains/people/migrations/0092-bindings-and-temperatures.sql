-- WeChat accounts bound to people, and temperatures taken of them.
create table wechat_binding (
  organization_id bigint not null,
  id bigint not null,
  person_id bigint not null,
  openid text not null,
  nickname text,
  phone text,
  relation text not null check (relation in ('SELF', 'PARENT')),
  bound_at timestamptz not null,
  unbound_at timestamptz,
  unbound_name text,
  unbind_reason text,
  status text not null default 'BOUND' check (status in ('BOUND', 'UNBOUND')),
  primary key (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id),
  check ((status = 'UNBOUND') = (unbound_at is not null))
);
create unique index wechat_binding_live on wechat_binding (organization_id, openid, person_id) where status = 'BOUND';
create index wechat_binding_person on wechat_binding (organization_id, person_id);
create index wechat_binding_bound on wechat_binding (organization_id, bound_at desc, id desc);

create table temperature_record (
  organization_id bigint not null,
  id bigint not null,
  person_id bigint not null,
  at timestamptz not null,
  temperature numeric(3, 1) not null check (temperature between 30 and 45),
  device_id bigint,
  source text not null check (source in ('MANUAL', 'IMPORT', 'DEVICE')),
  -- Judged by the threshold of its day; a later threshold does not rewrite it.
  abnormal boolean not null,
  handle text,
  handled_at timestamptz,
  handled_name text,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (organization_id, id),
  constraint temperature_record_once unique (organization_id, person_id, at),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create index temperature_record_at on temperature_record (organization_id, at desc, id desc);
