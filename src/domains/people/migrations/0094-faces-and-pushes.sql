-- Faces with the consent they rest on, and what is sent to devices about people: one row per person, device and version.
create table face_info (
  organization_id bigint not null,
  id bigint not null,
  person_id bigint not null,
  -- Key of the stored picture; kept only while there is consent.
  image_key text,
  -- Counts pictures: devices keep the newest.
  feature_version integer not null default 0,
  -- Shorter side of the picture against what devices need, at most 100.
  quality integer check (quality between 0 and 100),
  reject_reason text,
  source text check (source in ('UPLOAD', 'DEVICE', 'WECHAT')),
  consent_at timestamptz,
  consent_by text check (consent_by in ('SELF', 'GUARDIAN')),
  -- Who consented, by name; who wrote it down.
  consent_name text,
  recorded_by bigint,
  withdrawn_at timestamptz,
  withdraw_reason text,
  delete_due_at timestamptz,
  deleted_at timestamptz,
  status text not null check (status in ('NONE', 'PENDING_CONSENT', 'OK', 'REJECTED', 'WITHDRAWN', 'DELETED')),
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (organization_id, id),
  constraint face_info_person unique (organization_id, person_id),
  foreign key (organization_id, person_id) references person (organization_id, id),
  check (image_key is null or consent_at is not null),
  check ((status = 'OK') <= (image_key is not null)),
  check (status not in ('WITHDRAWN', 'DELETED') or image_key is null)
);
create index face_info_by_status on face_info (organization_id, status);

create table device_push (
  organization_id bigint not null,
  id bigint not null,
  batch_no text not null,
  target_type text not null check (target_type in ('PERSON', 'FACE')),
  -- The person.
  target_id bigint not null,
  device_id bigint not null,
  action text not null check (action in ('ADD', 'UPDATE', 'DELETE')),
  -- Feature version for a face, version of the person's record otherwise.
  target_version bigint not null,
  status text not null default 'PENDING'
    check (status in ('PENDING', 'SENT', 'OK', 'FAILED', 'EXPIRED', 'SUPERSEDED')),
  retry integer not null default 0,
  error_code text,
  error_msg text,
  created_at timestamptz not null,
  created_by bigint,
  created_name text not null default '',
  sent_at timestamptz,
  done_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, target_id) references person (organization_id, id)
);
-- One row in hand per person and device: a newer one supersedes it.
create unique index device_push_open on device_push (organization_id, device_id, target_type, target_id)
  where status in ('PENDING', 'SENT', 'FAILED', 'EXPIRED');
create index device_push_waiting on device_push (organization_id, device_id, id) where status in ('PENDING', 'SENT');
create index device_push_target on device_push (organization_id, target_id, target_type, device_id, id);
create index device_push_created on device_push (organization_id, created_at desc, id desc);
