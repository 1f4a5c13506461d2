-- Which ready-made role templates this installation was given: one that was removed or renamed does not come back at
-- the next start, one that a later version brings is added.
create table given_template (
  unit_type text not null check (unit_type in ('PLATFORM', 'AGENT', 'CONTRACTOR', 'ORGANIZATION')),
  name text not null check (length(name) between 1 and 40),
  at timestamptz not null,
  primary key (unit_type, name)
);
