-- Programs of terminals: packages with their digests, to whom they are offered, and what became of them on each device.
create table app_version (
  id bigint primary key,
  name text not null,
  platform text not null check (platform in ('ANDROID', 'IOS', 'FIRMWARE', 'MINIAPP')),
  -- Of the devices that may have it.
  type_ids bigint[] not null,
  version_name text not null,
  build int not null check (build > 0),
  file_key text not null,
  size bigint not null,
  md5 text not null,
  sha256 text not null,
  -- Ed25519 of the SHA-256, base64; '' where the house has no key.
  signature text not null default '',
  changelog text not null,
  force boolean not null default false,
  -- While it is grey: units that have it, all where empty, and of their devices this share in a hundred.
  organization_ids bigint[] not null default '{}',
  share int not null default 100 check (share between 1 and 100),
  status text not null check (status in ('DRAFT', 'GRAY', 'RELEASED', 'HALTED', 'ROLLED_BACK')),
  halt_reason text not null default '',
  maker_id bigint not null,
  maker_name text not null,
  created_at timestamptz not null,
  version int not null default 1
);
create index app_version_created on app_version (created_at desc, id desc);
create index app_version_offered on app_version (build desc) where status in ('GRAY', 'RELEASED');
comment on table app_version is 'not-tenant: programs of the platform';

create table app_install (
  organization_id bigint not null references organization (id),
  device_id bigint not null,
  app_id bigint not null references app_version (id),
  id bigint not null,
  from_build int not null,
  state text not null check (state in ('OFFERED', 'DOWNLOADED', 'INSTALLED', 'FAILED')),
  tries int not null default 0,
  message text not null default '',
  offered_at timestamptz not null,
  at timestamptz not null,
  primary key (organization_id, device_id, app_id),
  unique (organization_id, id)
);
create index app_install_at on app_install (at desc, id desc);
create index app_install_app on app_install (app_id, state);
