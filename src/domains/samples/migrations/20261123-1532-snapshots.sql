-- What cabinets, scales and the cameras above them saw: a picture or a clip of an event, kept for a time or longer.
create table snapshot (
  organization_id bigint not null references organization (id),
  id bigint not null,
  device_id bigint not null,
  kind text not null check (kind in ('PICTURE', 'CLIP')),
  at timestamptz not null,
  -- What went on: an opening, a sample put, taken or weighed, somebody nobody knows; OTHER where the terminal did not say.
  event text not null check (event in ('OPEN', 'PUT', 'TAKE', 'WEIGH', 'STRANGER', 'OTHER')),
  event_no bigint,
  person_id bigint,
  sample_id bigint,
  restaurant_id bigint,
  -- Key of the file; '' once its time is over.
  file text not null,
  bytes bigint not null,
  -- Its last day.
  keep_until date not null,
  kept_by text not null default '',
  kept_why text not null default '',
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create unique index snapshot_file on snapshot (organization_id, device_id, file) where file <> '';
create index snapshot_kind on snapshot (organization_id, kind, at desc, id desc);
create index snapshot_sample on snapshot (organization_id, sample_id) where sample_id is not null;
create index snapshot_keep on snapshot (keep_until) where file <> '';
