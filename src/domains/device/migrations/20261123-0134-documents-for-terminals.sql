-- What a terminal should know, as documents with versions: the wanted one here, the one it says it has beside it. Who is still
-- missing is one comparison.
create table device_doc_body (
  organization_id bigint not null,
  -- SHA-256 of the text, hex: what many terminals share is kept once.
  digest text not null,
  body text not null,
  primary key (organization_id, digest)
);

create table device_doc (
  organization_id bigint not null,
  device_id bigint not null,
  kind text not null check (kind in ('DOOR', 'PASSES', 'SCREEN', 'ROSTER', 'TODO', 'APP')),
  version bigint not null,
  digest text not null,
  published_at timestamptz not null,
  -- Since when the terminal has not had the newest; null while it has.
  behind_since timestamptz,
  primary key (organization_id, device_id, kind),
  foreign key (organization_id, digest) references device_doc_body (organization_id, digest)
);
create index device_doc_behind on device_doc (behind_since) where behind_since is not null;

create table device_doc_ack (
  organization_id bigint not null,
  device_id bigint not null,
  kind text not null,
  -- The version it says it has; 0 after it was paired anew.
  has bigint not null,
  -- Why it could not take the newer one; '' when nothing is wrong.
  error text not null default '',
  at timestamptz not null,
  primary key (organization_id, device_id, kind)
) with (fillfactor = 70);
