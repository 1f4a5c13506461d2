-- Cases of people taken ill: who, since when, what is asked of them, and the packs that went out.
create table trace_case (
  organization_id bigint not null references organization (id),
  id bigint not null,
  case_no text not null,
  title text not null,
  -- The stretch whose meals are looked at.
  from_at timestamptz not null,
  to_at timestamptz not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'OPEN', 'REPORTED', 'CLOSED')),
  -- Sealed for it: none of them is unsealed while the case is open.
  sample_ids bigint[] not null default '{}',
  remark text not null default '',
  maker_id bigint,
  maker_name text not null default '',
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  check (from_at < to_at)
);
create unique index trace_case_no on trace_case (organization_id, case_no);
create index trace_case_made on trace_case (organization_id, created_at);

create table trace_person (
  organization_id bigint not null,
  id bigint not null,
  case_id bigint not null,
  -- null: somebody the unit does not know.
  person_id bigint,
  name text not null,
  job_number text not null default '',
  -- False: asked for comparison, and well.
  sick boolean not null default true,
  onset_at timestamptz,
  symptoms text not null default '',
  primary key (organization_id, id),
  foreign key (organization_id, case_id) references trace_case (organization_id, id)
);
create index trace_person_case on trace_person (organization_id, case_id);
create unique index trace_person_once on trace_person (organization_id, case_id, person_id) where person_id is not null;

-- What people say they ate; it goes before every record.
create table trace_exposure (
  organization_id bigint not null,
  case_id bigint not null,
  trace_person_id bigint not null,
  -- date|meal|restaurant|dish
  dish_key text not null,
  ate boolean not null,
  told_at timestamptz not null,
  told_by text not null,
  primary key (organization_id, case_id, trace_person_id, dish_key),
  foreign key (organization_id, case_id) references trace_case (organization_id, id)
);

create table trace_pack (
  organization_id bigint not null,
  id bigint not null,
  case_id bigint not null,
  made_at timestamptz not null,
  made_name text not null,
  digest text not null,
  content text not null,
  primary key (organization_id, id),
  foreign key (organization_id, case_id) references trace_case (organization_id, id)
);
create index trace_pack_case on trace_pack (organization_id, case_id, id);
create trigger refuse_change before update or delete on trace_pack for each row execute function wallet_refuse_change();
