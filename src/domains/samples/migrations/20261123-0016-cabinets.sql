-- Cabinets of samples: how they are built and stand now, what their sensors read, who opened them.
create table cabinet_state (
  organization_id bigint not null references organization (id),
  device_id bigint not null references device (id),
  cell_rows int not null default 4 check (cell_rows between 1 and 20),
  cell_columns int not null default 6 check (cell_columns between 1 and 20),
  -- Tenths of a degree; the alarm bounds of this cabinet.
  temp_min10 int not null default 0,
  temp_max10 int not null default 80,
  -- Added to what its sensor says, with when and by which proof.
  offset10 int not null default 0 check (offset10 between -50 and 50),
  offset_date date,
  offset_proof text not null default '',
  -- The last reading.
  read_at timestamptz,
  temp10 int,
  humidity int,
  door_open boolean,
  -- What the alarm decider remembers from minute to minute.
  memory jsonb not null default '{}',
  differing bigint not null default 0,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, device_id),
  check (temp_min10 < temp_max10)
);

-- An hour of one sensor, minute by minute in tenths of a degree; null: none. The first value of a minute wins.
create table reading_hour (
  organization_id bigint not null,
  device_id bigint not null,
  sensor int not null,
  hour timestamptz not null,
  temp smallint[] not null,
  humidity smallint,
  door bit(60) not null,
  n int not null,
  min10 int not null,
  max10 int not null,
  sum10 int not null,
  out_minutes int not null,
  primary key (organization_id, device_id, sensor, hour)
) partition by range (hour);
comment on table reading_hour is 'partitions by month';

create function sample_ensure_month(day date) returns void language plpgsql security definer as $$
declare
  first_day date := date_trunc('month', day)::date;
  child text := 'reading_hour' || to_char(first_day, '"_y"YYYY"m"MM');
begin
  perform pg_advisory_xact_lock(742011806);
  if to_regclass(child) is null then
    execute format('create table %I (like reading_hour including defaults including constraints including indexes) with (fillfactor = 80)', child);
    execute format('alter table reading_hour attach partition %I for values from (%L) to (%L)', child,
      first_day::timestamp at time zone 'Asia/Shanghai', (first_day + interval '1 month')::timestamp at time zone 'Asia/Shanghai');
  end if;
end $$;

-- A day of one sensor, counted anew from its hours whenever they change: 1,440 = in bounds + out + nothing known.
create table reading_day (
  organization_id bigint not null,
  device_id bigint not null,
  sensor int not null,
  day date not null,
  ok_minutes int not null,
  out_minutes int not null,
  n int not null,
  min10 int not null,
  max10 int not null,
  sum10 int not null,
  door_minutes int not null,
  longest_out int not null,
  primary key (organization_id, device_id, sensor, day)
);

-- Times a cabinet was out of bounds, its door open or its sensor silent, as decided on the device's time.
create table cabinet_alarm (
  organization_id bigint not null references organization (id),
  id bigint not null,
  device_id bigint not null references device (id),
  kind text not null check (kind in ('TEMP', 'DOOR', 'SILENT')),
  level text not null check (level in ('INFO', 'WARN', 'CRITICAL')),
  began_at timestamptz not null,
  ended_at timestamptz,
  worst10 int,
  -- It had begun before the product heard of it.
  told_late boolean not null default false,
  samples int not null default 0,
  opened_at timestamptz not null,
  primary key (organization_id, id)
);
create unique index cabinet_alarm_once on cabinet_alarm (organization_id, device_id, kind, began_at);
create index cabinet_alarm_time on cabinet_alarm (organization_id, began_at);

create table cabinet_open (
  organization_id bigint not null references organization (id),
  id bigint not null,
  device_id bigint not null references device (id),
  opened_at timestamptz not null,
  closed_at timestamptz,
  way text not null check (way in ('FACE', 'CARD', 'CODE', 'KEY', 'REMOTE', 'UNKNOWN')),
  person_id bigint,
  person_name text not null default '',
  reason text not null default '',
  alarm boolean not null default false,
  illegal boolean not null default false,
  primary key (organization_id, id)
);
create unique index cabinet_open_once on cabinet_open (organization_id, device_id, opened_at);
create index cabinet_open_time on cabinet_open (organization_id, opened_at);
