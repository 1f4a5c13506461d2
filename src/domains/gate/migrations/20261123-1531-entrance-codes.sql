-- Codes that open doors for a time: for visitors, temporary diners, whoever is let in without being on a list. A door checks one
-- by itself with the unit's public keys; what it could not know is judged again when it tells of the passage.
create table entrance_key (
  organization_id bigint not null references organization (id),
  -- One byte of the code says which key signed it; numbers go round.
  kid int not null check (kid between 1 and 255),
  -- Raw Ed25519 key, base64url; the secret one is sealed.
  public_key text not null,
  secret text not null,
  created_at timestamptz not null,
  -- Codes it signed are not believed any more.
  revoked_at timestamptz,
  primary key (organization_id, kid)
);

create table entrance_code (
  organization_id bigint not null references organization (id),
  id bigint not null,
  kind text not null check (kind in ('VISITOR', 'TEMP_DINER', 'GATE')),
  name text not null check (length(name) between 1 and 40),
  phone text,
  -- Whom they come to see, and who answers for them.
  host_id bigint not null,
  -- For a temporary diner: whose account pays.
  person_id bigint,
  district_ids bigint[] not null check (cardinality(district_ids) between 1 and 20),
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- 0: as often as they like.
  max_use int not null check (max_use between 0 and 255),
  used int not null default 0,
  online_only boolean not null default false,
  reason text not null default '',
  kid int not null,
  code text not null,
  status text not null default 'VALID' check (status in ('VALID', 'VOID')),
  voided_at timestamptz,
  voided_name text not null default '',
  void_reason text not null default '',
  maker_id bigint not null,
  maker_name text not null,
  created_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, kid) references entrance_key (organization_id, kid),
  foreign key (organization_id, host_id) references person (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id),
  check (to_at > from_at and to_at <= from_at + interval '45 days')
);
create index entrance_code_created on entrance_code (organization_id, created_at desc);
create index entrance_code_void on entrance_code (organization_id, to_at) where status = 'VOID';

alter table passage add column code_id bigint;
create index passage_code on passage (organization_id, code_id) where code_id is not null;

-- A district's number in codes: one byte.
alter table district add column short_no int check (short_no between 1 and 255);
update district d set short_no = n.no from (
  select organization_id, id, row_number() over (partition by organization_id order by id) as no from district) n
where n.organization_id = d.organization_id and n.id = d.id and n.no <= 255;
create unique index district_short on district (organization_id, short_no);
