-- What hangs on the walls of a canteen: what is published on which screen, the films between, and how a screen is laid out.
create table display_link (
  organization_id bigint not null references organization (id),
  id bigint not null,
  -- Whose: an officer, an inspector, a film; 0 for what the unit itself publishes.
  owner_type text not null check (owner_type in ('UNIT', 'OFFICER', 'INSPECTOR', 'VIDEO')),
  owner_id bigint not null,
  device_id bigint not null,
  sort int not null default 0,
  created_at timestamptz not null,
  created_by bigint not null,
  primary key (organization_id, id),
  constraint display_link_once unique (organization_id, owner_type, owner_id, device_id)
);
create index display_link_screen on display_link (organization_id, device_id, owner_type, sort);

create table ad_video (
  organization_id bigint not null references organization (id),
  id bigint not null,
  title text not null check (length(title) between 1 and 60),
  kind text not null check (kind in ('VIDEO', 'IMAGE')),
  file text not null,
  -- How long a picture stays; of a film what its file says, null where that cannot be read.
  seconds int check (seconds between 1 and 3600),
  -- As the file says: avc1, hvc1; '' of pictures.
  codec text not null default '',
  from_date date not null,
  to_date date,
  from_time text check (from_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  to_time text check (to_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  -- PLAYING from its first day on; ENDED follows from the last.
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PLAYING', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  check (to_date >= from_date),
  check ((from_time is null) = (to_time is null))
);
create index ad_video_created on ad_video (organization_id, created_at desc, id desc);

create table screen_layout (
  organization_id bigint not null references organization (id),
  device_id bigint not null,
  ratio text not null default 'WIDE' check (ratio in ('WIDE', 'TALL')),
  -- Whose day it shows; null: that of the place it stands in, or the unit's.
  restaurant_id bigint,
  -- [{key, seconds, from, to}] in their order.
  panels jsonb not null,
  updated_at timestamptz not null,
  updated_name text not null,
  version int not null default 1,
  primary key (organization_id, device_id),
  foreign key (organization_id, restaurant_id) references restaurant (organization_id, id)
);

-- A picture of somebody hangs on a wall only where they said yes to that.
alter table safety_officer add column show_photo boolean not null default false;
alter table inspector add column show_photo boolean not null default false;
