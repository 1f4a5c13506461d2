-- A terminal's day as it was checked: what it says it took, what is booked, what waits or is missing.
create table device_check_day (
  organization_id bigint not null,
  id bigint not null,
  device_id bigint not null,
  device_name text not null,
  day date not null,
  device_count int,
  device_fen bigint,
  booked_count int not null,
  booked_fen bigint not null,
  -- Charged beyond what the terminal's records said: booked, and not in its own total.
  beyond_fen bigint not null,
  pending_count int not null,
  pending_fen bigint not null,
  waiting_count int not null,
  waiting_fen bigint not null,
  missing_count int not null,
  -- Terminal less everything known here; null while it does not tell.
  diff_count int,
  diff_fen bigint,
  -- Paid by code at this terminal, and what the channels' bills say of these payments.
  third_fen bigint not null,
  channel_fen bigint,
  state text not null check (state in ('OK', 'DIFF', 'PENDING_UPLOAD', 'NO_REPORT')),
  checked_at timestamptz not null,
  primary key (organization_id, day, device_id)
);
create index device_check_day_day on device_check_day (day desc, id desc);
create index device_check_day_id on device_check_day (id);

-- Whether a unit's books up to the end of a day may be closed, as it was last looked at.
create table safe_light_day (
  organization_id bigint not null,
  day date not null,
  tone text not null check (tone in ('GREEN', 'AMBER', 'RED')),
  said text not null,
  missing_count int not null,
  checked_at timestamptz not null,
  primary key (organization_id, day)
);
create index safe_light_day_red on safe_light_day (day) where tone = 'RED';

-- 签核: who stood up for a day of the platform, with the figures it was done on. History only grows; the newest counts.
create table clearing_day_sign (
  id bigint primary key,
  day date not null,
  figures jsonb not null,
  note text not null,
  signer_id bigint not null,
  signer_name text not null,
  witness_name text not null,
  signed_at timestamptz not null
);
create index clearing_day_sign_day on clearing_day_sign (day, id desc);
