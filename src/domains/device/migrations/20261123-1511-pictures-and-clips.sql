-- What terminals photograph and film: announced with size and hash, sent in parts, done when both agree. The file itself is a
-- stored file of the purpose `evidence`; rows of the domains above name it by its key.
create table media (
  organization_id bigint not null references organization (id),
  id bigint not null,
  device_id bigint not null,
  kind text not null check (kind in ('PICTURE', 'CLIP')),
  sha256 text not null check (length(sha256) = 64),
  bytes bigint not null check (bytes > 0),
  -- The event it belongs to, where the terminal said so.
  epoch bigint not null,
  event_no bigint,
  -- Where the file will lie; rows may name it before it is there.
  key text not null,
  received bigint not null default 0 check (received between 0 and bytes),
  -- Keys of the parts, in their order.
  parts text[] not null default '{}',
  created_at timestamptz not null,
  done_at timestamptz,
  primary key (organization_id, id)
);
create index media_same on media (organization_id, device_id, sha256);
create index media_day on media (organization_id, device_id, created_at) include (bytes);
create index media_clips on media (organization_id) include (bytes) where kind = 'CLIP';
create index media_age on media (created_at);
