-- A terminal's day: how long it was connected, and what it says itself to have taken, to be held against what arrived.
create table device_day (
  organization_id bigint not null,
  device_id bigint not null,
  -- Business day.
  day date not null,
  beats int not null,
  -- Seconds between heartbeats that followed each other soon enough to count as connected.
  online_seconds int not null,
  first_beat_at timestamptz not null,
  last_beat_at timestamptz not null,
  -- The terminal's own totals of the day; null while it does not tell. Waiting: taken, not uploaded yet.
  taken_count int,
  taken_fen bigint,
  waiting_count int,
  waiting_fen bigint,
  primary key (organization_id, device_id, day)
) with (fillfactor = 60);
create index device_day_day on device_day (organization_id, day);

-- Numbers that will never arrive because the terminal has lost them, with who said so.
alter table device_sequence add column given_up int8multirange not null default '{}';
create table device_gap_given_up (
  organization_id bigint not null,
  id bigint not null,
  device_id bigint not null,
  epoch bigint not null,
  from_seq bigint not null,
  to_seq bigint not null,
  reason text not null,
  given_up_at timestamptz not null,
  given_up_by bigint not null,
  given_up_name text not null,
  primary key (organization_id, id)
);
create index device_gap_given_up_device on device_gap_given_up (organization_id, device_id, given_up_at desc);
