-- Imports: the uploaded table, how its columns are read, and every row with what is wrong with it, so that an
-- import can be looked at, corrected, taken up again after a crash, and its bad rows handed back.
create table import_task (
  id bigint primary key,
  account_id bigint not null,
  unit_type text,
  unit_id bigint,
  page_path text not null,
  filename text not null check (length(filename) between 1 and 255),
  file_key text not null,
  headers jsonb not null,
  -- field key -> index of the column, or null
  mapping jsonb not null,
  -- MAPPING: columns being chosen; CHECKED: rows checked, nothing written; COMMITTING; DONE
  status text not null default 'MAPPING'
    check (status in ('MAPPING', 'CHECKING', 'CHECKED', 'COMMITTING', 'DONE', 'FAILED', 'CANCELLED')),
  total integer not null default 0,
  good integer not null default 0,
  bad integer not null default 0,
  -- rows written, and rows the writer refused although they were checked
  committed integer not null default 0,
  refused integer not null default 0,
  -- last row_no that was handled by the commit: where a broken run goes on
  cursor_row_no integer not null default 0,
  error text,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index import_task_account on import_task (account_id, id desc);

create table import_row (
  task_id bigint not null references import_task (id) on delete cascade,
  -- the row's number in the file, from 1
  row_no integer not null,
  raw jsonb not null,
  parsed jsonb not null,
  -- [{key, title, message}]
  errors jsonb not null default '[]',
  state text not null check (state in ('GOOD', 'BAD', 'COMMITTED', 'REFUSED')),
  primary key (task_id, row_no)
);
create index import_row_state on import_row (task_id, state, row_no);
