-- The export centre: one row per asked-for file, kept by its asker until it expires.
create table export_task (
  id bigint primary key,
  account_id bigint not null,
  unit_type text,
  unit_id bigint,
  page_path text not null,
  title text not null,
  -- what the page needs to run the query again: search, sort, columns, identity
  filter jsonb not null default '{}',
  filename text not null check (length(filename) between 1 and 200),
  status text not null default 'QUEUED'
    check (status in ('QUEUED', 'RUNNING', 'FINISHED', 'FAILED', 'EXPIRED', 'CANCELLED')),
  -- 0 to 100; the rows written so far and, when it could be counted, of how many
  progress integer not null default 0 check (progress between 0 and 100),
  rows bigint not null default 0,
  total bigint,
  size bigint,
  error text,
  file_key text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  del_at timestamptz,
  download_count integer not null default 0,
  check (status <> 'FINISHED' or (file_key is not null and del_at is not null and finished_at is not null)),
  check (status <> 'FAILED' or error is not null)
);
create index export_task_account on export_task (account_id, id desc);
create index export_task_expiry on export_task (del_at) where status = 'FINISHED';
