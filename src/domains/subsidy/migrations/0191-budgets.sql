-- What a department may spend in a month on subsidies or meals; the actual comes from grants and consumption.
create table subsidy_budget (
  organization_id bigint not null,
  id bigint not null,
  -- With everything below it; null is the whole unit.
  department_id bigint,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  kind text not null check (kind in ('SUBSIDY', 'MEAL')),
  budget_fen bigint not null check (budget_fen > 0),
  remark text not null default '',
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, department_id) references department (organization_id, id),
  constraint subsidy_budget_once unique nulls not distinct (organization_id, month, kind, department_id)
);
