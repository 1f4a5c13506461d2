-- Apps through which diners report and order for themselves: the key they sign with, codes that bind a person, and what was
-- done already.

create table diner_app (
  organization_id bigint not null references organization (id),
  id bigint not null,
  name text not null,
  remark text not null default '',
  -- Sealed; a new key makes a new epoch, and the old one signs nothing any more.
  secret text not null default '',
  epoch int not null default 1,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  constraint diner_app_name unique (organization_id, name)
);
-- A request names its app by number alone.
create index diner_app_number on diner_app (id);

-- Eight digits a person types into the app; only their hash is kept.
create table diner_code (
  organization_id bigint not null,
  app_id bigint not null,
  person_id bigint not null,
  code_hash text not null,
  expires_at timestamptz not null,
  primary key (organization_id, app_id, person_id),
  foreign key (organization_id, app_id) references diner_app (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create index diner_code_hash on diner_code (organization_id, app_id, code_hash);

-- What a numbered request was answered: the same number again is told the same and does nothing.
create table diner_request (
  organization_id bigint not null references organization (id),
  binding_id bigint not null,
  epoch int not null,
  seq bigint not null,
  at timestamptz not null,
  answer jsonb,
  primary key (organization_id, binding_id, epoch, seq)
);
create index diner_request_at on diner_request (at);
