-- What wages bear of meals, handed to who pays them: a run says what is new since the one before.
create table payroll_run (
  organization_id bigint not null references organization (id),
  id bigint not null,
  run_no text not null,
  -- Booked on these business days; what was booked on earlier ones since their run stands apart in the lines.
  from_date date not null,
  until_date date not null check (until_date >= from_date),
  person_count int not null,
  total_fen bigint not null,
  status text not null check (status in ('DRAFT', 'CONFIRMED', 'EXPORTED', 'VOID')),
  maker_id bigint,
  maker_name text not null,
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  exported_at timestamptz,
  exported_name text not null default '',
  created_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id)
);
create unique index payroll_run_draft on payroll_run (organization_id) where status = 'DRAFT';
create unique index payroll_run_until on payroll_run (organization_id, until_date) where status <> 'VOID';

create table payroll_line (
  organization_id bigint not null,
  id bigint not null,
  run_id bigint not null,
  person_id bigint not null,
  payroll_fen bigint not null,
  earlier_fen bigint not null,
  amount_fen bigint not null check (amount_fen = payroll_fen + earlier_fen and amount_fen <> 0),
  primary key (organization_id, id),
  foreign key (organization_id, run_id) references payroll_run (organization_id, id)
);
create unique index payroll_line_person on payroll_line (organization_id, run_id, person_id);
create index payroll_line_of on payroll_line (organization_id, person_id);

-- What becomes of a charge for a missed meal that could not be paid for seven days.
alter table meal_rule add column wait_then text not null default 'KEEP' check (wait_then in ('KEEP', 'PAYROLL', 'WAIVE'));
