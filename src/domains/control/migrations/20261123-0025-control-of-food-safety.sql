-- Who answers for food safety, what they looked at and signed, what was to be put right, and what the unit publishes of itself.
create function control_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows', tg_table_name using errcode = 'restrict_violation';
end $$;

create table safety_officer (
  organization_id bigint not null references organization (id),
  id bigint not null,
  name text not null check (length(name) between 1 and 20),
  kind text not null check (kind in ('PRINCIPAL', 'DIRECTOR', 'OFFICER')),
  phone text not null default '',
  photo text,
  cert_no text not null default '',
  cert_end date,
  -- Of the 40 hours a year.
  train_hours int not null default 0 check (train_hours between 0 and 1000),
  appoint_file text,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id)
);
create index safety_officer_name on safety_officer (organization_id, name);

create table control_sheet (
  organization_id bigint not null references organization (id),
  id bigint not null,
  kind text not null check (kind in ('DAY', 'WEEK', 'MONTH')),
  -- The day, its Monday, or the first of its month.
  period date not null,
  status text not null check (status in ('DRAFT', 'SIGNED', 'REVISED')),
  -- [{key, label, auto, value, verdict, note}], as they stood when it was last saved.
  items jsonb not null,
  corrects_id bigint,
  reason text not null default '',
  witness_name text not null default '',
  saved_at timestamptz not null,
  saved_by bigint not null,
  saved_name text not null,
  signed_at timestamptz,
  signer_id bigint,
  signer_name text not null default '',
  -- SHA-256 of kind, period and items as canonical JSON.
  digest text,
  version int not null default 1,
  primary key (organization_id, id),
  check ((status = 'DRAFT') = (digest is null))
);
create unique index control_sheet_once on control_sheet (organization_id, kind, period) where status <> 'REVISED';
create index control_sheet_period on control_sheet (organization_id, period desc);
create function control_sheet_stays() returns trigger language plpgsql as $$
begin
  if old.status <> 'DRAFT' and (old.items, old.digest, old.signer_id, old.signed_at, old.period, old.kind)
     is distinct from (new.items, new.digest, new.signer_id, new.signed_at, new.period, new.kind) then
    raise exception 'a signed sheet is corrected by a new one' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger stays before update on control_sheet for each row execute function control_sheet_stays();
create trigger refuse_delete before delete on control_sheet for each row execute function control_refuse_change();

create table issue (
  organization_id bigint not null references organization (id),
  id bigint not null,
  source text not null check (source in ('SHEET', 'RECORD', 'INSPECTION', 'MANUAL')),
  source_id bigint,
  restaurant_id bigint,
  what text not null check (length(what) between 1 and 200),
  picture text,
  owner_name text not null default '',
  due_on date not null,
  found_at timestamptz not null,
  found_name text not null,
  status text not null check (status in ('OPEN', 'FIXING', 'FIXED', 'VERIFIED')),
  fix_note text not null default '',
  fix_picture text,
  -- Who put it right: somebody else verifies.
  maker_id bigint,
  maker_name text not null default '',
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  version int not null default 1,
  primary key (organization_id, id)
);
create index issue_due on issue (organization_id, status, due_on);
create index issue_found on issue (organization_id, found_at desc, id desc);
create trigger refuse_delete before delete on issue for each row execute function control_refuse_change();

create table inspector (
  organization_id bigint not null references organization (id),
  id bigint not null,
  name text not null check (length(name) between 1 and 20),
  kind text not null check (kind in ('LEADER', 'PARENT', 'REGULATOR', 'INTERNAL')),
  unit text not null default '',
  phone text not null default '',
  photo text,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id)
);
create index inspector_name on inspector (organization_id, name);

create table inspection (
  organization_id bigint not null,
  id bigint not null,
  inspector_id bigint not null,
  restaurant_id bigint not null,
  day date not null,
  meal_period_id bigint,
  dishes text not null default '',
  taste text,
  warmth text,
  hygiene text,
  finding text not null default '',
  picture text,
  -- Entered on a later day than it speaks of.
  late boolean not null,
  made_at timestamptz not null,
  made_by bigint not null,
  made_name text not null,
  primary key (organization_id, id),
  foreign key (organization_id, inspector_id) references inspector (organization_id, id),
  foreign key (organization_id, restaurant_id) references restaurant (organization_id, id)
);
create index inspection_day on inspection (organization_id, day desc, id desc);
create trigger refuse_change before update or delete on inspection for each row execute function control_refuse_change();

create table unit_information (
  organization_id bigint not null references organization (id),
  id bigint not null,
  from_date date not null,
  license_no text not null,
  license_image text,
  license_end date not null,
  grade text not null check (grade in ('A', 'B', 'C')),
  head text not null,
  supervisor text not null default '',
  hotline text not null,
  commitment text not null default '',
  made_at timestamptz not null,
  made_by bigint not null,
  made_name text not null,
  primary key (organization_id, id)
);
create index unit_information_from on unit_information (organization_id, from_date desc, id desc);
create trigger refuse_change before update or delete on unit_information for each row execute function control_refuse_change();
