-- Terminals: what they are, who has them, where they stand, how they prove themselves and what they last said.
create table device_type (
  id bigint primary key,
  name text not null,
  model text not null,
  kind text not null check (kind in
    ('POS', 'FACE_POS', 'SCALE', 'GATE', 'MORNING_CHECK', 'SAMPLE_CABINET', 'DISPLAY', 'RECHARGE', 'PRINTER', 'CAMERA')),
  protocol text not null default 'HTTP' check (protocol in ('HTTP', 'MQTT', 'TCP', 'UDP')),
  abilities text[] not null default '{}' check (abilities <@ array['FACE', 'CARD', 'QR', 'SCALE', 'PRINT', 'OFFLINE']),
  -- Records it keeps while cut off.
  offline_capacity int not null default 0 check (offline_capacity >= 0),
  price_fen bigint not null default 0 check (price_fen >= 0),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1
);
create unique index device_type_model on device_type (model);

create table device (
  id bigint primary key,
  sn text not null,
  type_id bigint not null references device_type (id),
  name text not null,
  -- Whose stock it is in, or who delivered it; null: the platform's.
  agent_id bigint references agent (id),
  organization_id bigint references organization (id),
  deploy_site_id bigint,
  mode text not null default 'FIXED' check (mode in
    ('FIXED', 'AMOUNT', 'COUNT', 'DISH', 'WEIGH', 'RECHARGE', 'ORDER_PICKUP')),
  max_faces int check (max_faces >= 0),
  warranty_end date,
  status text not null default 'IN_STOCK' check (status in ('IN_STOCK', 'ASSIGNED', 'ACTIVE', 'REPAIR', 'SCRAPPED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  foreign key (organization_id, deploy_site_id) references deploy_site (organization_id, id),
  check ((organization_id is not null) = (status in ('ASSIGNED', 'ACTIVE', 'REPAIR'))),
  check (deploy_site_id is null or organization_id is not null)
);
comment on table device is 'not-tenant: belongs to the platform or an agent while in stock, to an organization once assigned';
create unique index device_sn on device (sn);
create index device_agent on device (agent_id, id);
create index device_organization on device (organization_id, id);
create index device_site on device (organization_id, deploy_site_id);

-- The shared key a terminal signs with; pairing again replaces it and begins a new epoch of its sequence numbers.
create table device_key (
  device_id bigint primary key references device (id),
  epoch bigint not null,
  secret text not null,
  paired_at timestamptz not null,
  revoked_at timestamptz
);

-- A pairing code in use: ten minutes, a few attempts, once. Only its hash is kept.
create table device_pairing (
  device_id bigint primary key references device (id),
  code_hash text not null,
  expires_at timestamptz not null,
  attempts_left int not null
);

-- The last heartbeat; apart from device, so that its many updates stay small.
create table device_beat (
  device_id bigint primary key references device (id),
  last_beat_at timestamptz not null,
  ip text not null,
  firmware text not null,
  offline_count int not null,
  list_version bigint not null,
  -- Server minus terminal, ms: what corrects the times of offline records.
  clock_offset_ms bigint not null,
  epoch bigint not null,
  last_seq bigint not null
) with (fillfactor = 50);

create table device_command (
  organization_id bigint not null references organization (id),
  id bigint not null,
  device_id bigint not null,
  kind text not null check (kind in ('RESTART', 'SYNC_LIST', 'SYNC_TIME', 'UPLOAD')),
  status text not null default 'PENDING' check (status in ('PENDING', 'SENT', 'OK', 'FAILED', 'EXPIRED')),
  result text not null default '',
  created_at timestamptz not null,
  created_by bigint,
  sent_at timestamptz,
  done_at timestamptz,
  primary key (organization_id, id)
);
create index device_command_open on device_command (organization_id, device_id, id) where status in ('PENDING', 'SENT');
create index device_command_device on device_command (organization_id, device_id, created_at desc);

-- Which sequence numbers of an epoch have arrived; what is missing below the highest is a gap.
create table device_sequence (
  organization_id bigint not null,
  device_id bigint not null,
  epoch bigint not null,
  seen int8multirange not null,
  -- The highest number the terminal says it has used.
  last_seq bigint not null,
  primary key (organization_id, device_id, epoch)
) with (fillfactor = 70);
