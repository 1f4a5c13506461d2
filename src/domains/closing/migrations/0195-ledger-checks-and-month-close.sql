-- Checks of the ledger that a clerk asked for: who, when, how far. What was found stands in invariant_run.
create table ledger_check (
  organization_id bigint not null,
  id bigint not null,
  status text not null check (status in ('QUEUED', 'RUNNING', 'FINISHED', 'FAILED')),
  asked_by bigint not null,
  asked_name text not null,
  asked_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  run_id bigint,
  error text,
  primary key (organization_id, id)
);
-- One at a time per organization.
create unique index ledger_check_open on ledger_check (organization_id) where status in ('QUEUED', 'RUNNING');

-- What a clerk knows and accepts before the close, e.g. a terminal that was stolen with its records.
create table month_close_note (
  organization_id bigint not null,
  month date not null,
  step text not null,
  -- The figure as it was accepted; when it changes, the step is open again.
  figure text not null,
  note text not null,
  noted_by bigint not null,
  noted_name text not null,
  noted_at timestamptz not null,
  primary key (organization_id, month, step)
);

-- An order to close a month with the evidence and the totals it was given on. The close itself is the wallet's period.
create table month_close (
  organization_id bigint not null,
  id bigint not null,
  month date not null check (extract(day from month) = 1),
  status text not null check (status in ('QUEUED', 'RUNNING', 'CLOSED', 'REFUSED', 'FAILED')),
  asked_by bigint not null,
  asked_name text not null,
  asked_at timestamptz not null,
  finished_at timestamptz,
  error text,
  sealed_days int,
  -- [{key, title, ok, figure, note}]
  steps jsonb not null,
  -- Totals of the month as it was closed; null until then.
  totals jsonb,
  primary key (organization_id, id)
);
create unique index month_close_open on month_close (organization_id) where status in ('QUEUED', 'RUNNING');
create unique index month_close_closed on month_close (organization_id, month) where status = 'CLOSED';
