-- What terminals report beside money, under numbers of their own: every stream of an epoch counts from 1.
alter table device_sequence add column stream text not null default 'MONEY' check (stream in ('MONEY', 'EVENT'));
alter table device_sequence drop constraint device_sequence_pkey;
alter table device_sequence add primary key (organization_id, device_id, epoch, stream);
alter table device_gap_given_up add column stream text not null default 'MONEY' check (stream in ('MONEY', 'EVENT'));

-- Each number that arrived, with the mark of what came under it: the same number with other content is refused. What `seen`
-- holds is taken once for good; these rows only tell two contents apart, and go after ninety days.
create table device_event (
  organization_id bigint not null,
  device_id bigint not null,
  epoch bigint not null,
  no bigint not null check (no between 1 and 1000000000),
  kind text not null,
  -- SHA-256 of the item as it was sent.
  mark bytea not null,
  -- When it happened by the server's clock, as far as the terminal's can be corrected.
  at timestamptz not null,
  received_at timestamptz not null,
  -- From tomorrow, or of more than 45 days ago: its time is not believed.
  doubtful boolean not null,
  -- Why it was refused; '' when it was taken.
  refused text not null default '',
  primary key (organization_id, device_id, epoch, no)
);
create index device_event_age on device_event (received_at);
