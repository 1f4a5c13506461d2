-- Written by each node now and then, so that a database which answers but takes no writes is told from a well one.
create table health_beat (
  node integer primary key,
  at timestamptz not null
);
comment on table health_beat is 'not-tenant: one row per server process';
create index stored_file_unit on stored_file (unit_type, unit_id) include (size);
