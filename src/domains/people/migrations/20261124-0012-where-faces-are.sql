-- What a face may be used for, the history of consent, and what proves that a device holds it no more.
create table privacy_notice (
  organization_id bigint not null,
  id bigint not null,
  -- 1, 2, 3 … of the unit.
  notice_no int not null,
  body text not null,
  purposes text[] not null check (purposes <@ array['MEAL', 'GATE', 'ATTENDANCE', 'MORNING_CHECK', 'DISPLAY']),
  -- SHA-256 of the text, hex: what was agreed to can be shown to be this text.
  digest text not null,
  published_at timestamptz not null,
  published_name text not null,
  primary key (organization_id, id),
  constraint privacy_notice_no unique (organization_id, notice_no)
);

create table face_consent (
  organization_id bigint not null,
  id bigint not null,
  person_id bigint not null,
  kind text not null check (kind in ('ASKED', 'GIVEN', 'NARROWED', 'REFUSED', 'WITHDRAWN')),
  purposes text[] not null default '{}',
  notice_no int,
  by_whom text check (by_whom in ('SELF', 'GUARDIAN')),
  by_name text not null default '',
  note text not null default '',
  at timestamptz not null,
  recorded_at timestamptz not null,
  recorded_by bigint,
  recorded_name text not null,
  primary key (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create index face_consent_person on face_consent (organization_id, person_id, id);
create index face_consent_recorded on face_consent (organization_id, recorded_at desc, id desc);

create function people_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % stay as they were written', tg_table_name;
end $$;
create trigger refuse_change before update or delete on face_consent for each row execute function people_refuse_change();
create trigger refuse_change before update or delete on privacy_notice for each row execute function people_refuse_change();

-- Those who agreed before purposes were asked for agreed to what faces were sent to then.
alter table face_info add column purposes text[] not null default '{MEAL,GATE,ATTENDANCE,MORNING_CHECK}'
  check (purposes <@ array['MEAL', 'GATE', 'ATTENDANCE', 'MORNING_CHECK', 'DISPLAY']);

-- PROVEN: the device's list is the one the platform expects. DECLARED: the device says so. CONFIRMED: somebody looked.
alter table device_push add column proof text check (proof in ('PROVEN', 'DECLARED', 'CONFIRMED'));
alter table device_push add column proof_digest text;
alter table device_push add column proof_signature text;

create table device_face_inventory (
  organization_id bigint not null,
  device_id bigint not null,
  face_count int not null,
  face_digest text not null,
  at timestamptz not null,
  -- When its digest was last held against what the platform expects, and since when it has been another.
  checked_at timestamptz not null,
  expected_count int not null,
  differs_since timestamptz,
  -- Of its last full list: faces that have no business there, and faces that should be there and are not.
  listed_at timestamptz,
  unknown_count int not null default 0,
  missing_count int not null default 0,
  primary key (organization_id, device_id)
) with (fillfactor = 70);
