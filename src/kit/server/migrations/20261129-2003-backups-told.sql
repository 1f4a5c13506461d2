-- Backups that were taken whole, by whichever tool: told by it when it is done, read by the server's page and its metrics.
create table backup_run (
  at timestamptz not null,
  -- COPY: this program's own; FULL, INCR: a base backup of the cluster with its log archived.
  kind text not null check (kind in ('COPY', 'FULL', 'INCR')),
  place text not null check (length(place) between 1 and 300),
  primary key (at, kind)
);
