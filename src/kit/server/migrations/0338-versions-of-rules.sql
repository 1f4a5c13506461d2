-- Versions of rules: who changed what, from when it holds, and changes that wait for their day. Nothing wrote planned_row.
drop table planned_row;
create table row_version (
  organization_id bigint not null,
  id bigint not null,
  table_name text not null,
  row_id bigint not null,
  valid_from timestamptz not null,
  -- FAILED: on its day the row could not take it any more; error says why.
  state text not null check (state in ('PLANNED', 'IN_FORCE', 'WITHDRAWN', 'FAILED')),
  -- The columns that change; of a change made at once the row has them already.
  content jsonb not null,
  -- The same in words.
  words text not null,
  error text not null default '',
  made_at timestamptz not null,
  made_by bigint not null,
  made_name text not null,
  primary key (organization_id, id)
);
create unique index row_version_planned on row_version (organization_id, table_name, row_id, valid_from) where state = 'PLANNED';
create index row_version_due on row_version (valid_from) where state = 'PLANNED';
create index row_version_row on row_version (organization_id, table_name, row_id, valid_from);
