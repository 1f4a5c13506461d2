-- Controllers that speak UDP: which terminals a unit lets speak so, what the server heard of each, and who listens.
create table udp_setting (
  organization_id bigint primary key,
  -- A unit that has not said so is not listened to.
  enabled boolean not null,
  updated_at timestamptz not null
);

create table udp_controller (
  organization_id bigint not null,
  id bigint not null,
  device_id bigint not null references device (id),
  door_no text not null default '',
  -- Only to wake a controller of the same network that is silent; nothing is believed because it comes from there.
  ip text,
  port int check (port between 1 and 65535),
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id)
);
create unique index udp_controller_device on udp_controller (organization_id, device_id);

-- What was heard of each, apart from what its form says.
create table udp_link (
  organization_id bigint not null,
  device_id bigint not null,
  source text not null default '',
  last_seen_at timestamptz,
  taken bigint not null default 0,
  forged bigint not null default 0,
  replayed bigint not null default 0,
  primary key (organization_id, device_id)
) with (fillfactor = 70);

-- The node that holds the socket; another takes over when it has not been heard for a while. Datagrams of nobody are counted here.
create table udp_service (
  id int primary key check (id = 1),
  node text not null,
  port int not null,
  heard_at timestamptz not null,
  malformed bigint not null default 0,
  stranger bigint not null default 0,
  limited bigint not null default 0
);

alter table device_command drop constraint device_command_kind_check;
alter table device_command add constraint device_command_kind_check
  check (kind in ('RESTART', 'SYNC_LIST', 'SYNC_TIME', 'UPLOAD', 'OPEN_DOOR', 'INVENTORY'));
