-- Subsidies: rules, batches with their lines, what the unit took back, and clearing runs. A lot itself is a wallet; the
-- rows here say why it exists. Written beside or behind the wallet's postings, found again by request key.

create table subsidy_rule (
  organization_id bigint not null,
  id bigint not null,
  name text not null check (length(name) between 1 and 40),
  -- Who gets it and how much: amount per person (or per day or shift) in the order of the types.
  type_ids bigint[] not null check (cardinality(type_ids) between 1 and 50),
  amounts_fen bigint[] not null,
  cycle text not null check (cycle in ('DAY', 'WEEK', 'MONTH', 'YEAR', 'ONCE')),
  -- MONTH: day 1–31, the last one where a month is shorter; WEEK: 1 Monday – 7 Sunday; YEAR: month × 100 + day.
  day_of_cycle integer not null default 1,
  basis text not null check (basis in ('FIXED', 'ATTENDANCE', 'SHIFT')),
  -- Most days or shifts paid in one batch; null pays all.
  max_units integer check (max_units > 0),
  -- Last day a lot can be spent: end of the week, month, quarter or year of its grant, or some days after it.
  clear_at text not null check (clear_at in ('WEEK', 'MONTH', 'QUARTER', 'YEAR', 'DAYS', 'NEVER')),
  valid_days integer check (valid_days between 1 and 3660),
  carry_over text not null check (carry_over in ('CLEAR', 'CARRY', 'CARRY_MAX')),
  carry_max_fen bigint not null default 0 check (carry_max_fen >= 0),
  -- Empty: everywhere, at any meal.
  use_meal_ids bigint[] not null default '{}',
  use_site_ids bigint[] not null default '{}',
  -- Place among subsidies: 1 pays first.
  debit_order smallint not null default 5 check (debit_order between 1 and 9),
  -- Batches are made by themselves, this many days before the day of grant.
  automatic boolean not null default false,
  prepare_days integer not null default 1 check (prepare_days between 0 and 7),
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (organization_id, id),
  constraint subsidy_rule_name unique (organization_id, name),
  check (cardinality(amounts_fen) = cardinality(type_ids)),
  check (clear_at <> 'DAYS' or valid_days is not null),
  check (carry_over <> 'CARRY_MAX' or carry_max_fen > 0)
);

create table subsidy_batch (
  organization_id bigint not null,
  id bigint not null,
  batch_no text not null,
  name text not null check (length(name) between 1 and 60),
  kind text not null check (kind in ('GRANT', 'RETURN')),
  mode text not null check (mode in ('RULE', 'MANUAL', 'IMPORT', 'SINGLE', 'CARRY', 'RESTORE')),
  rule_id bigint,
  -- 2026-11, 2026-W47, 2026-11-20 or 2026, by the rule's cycle.
  period text not null,
  -- The calendar day the money counts from; a batch approved earlier waits for it.
  grant_on date not null,
  expires_on date,
  spend_order smallint not null default 10,
  -- How its people were chosen, as the form said it.
  choice jsonb not null,
  -- The clearing run a CARRY batch keeps the rest of.
  clear_run_id bigint,
  reason text not null default '',
  -- Sum and number of the rows of the spreadsheet, whoever they are.
  sheet_count integer,
  sheet_fen bigint,
  -- Lines that may be posted: what the approver sees.
  total_count integer not null default 0,
  total_fen bigint not null default 0,
  left_out_count integer not null default 0,
  posted_count integer not null default 0,
  posted_fen bigint not null default 0,
  failed_count integer not null default 0,
  failed_fen bigint not null default 0,
  status text not null check (status in
    ('DRAFT', 'CHECKED', 'SUBMITTED', 'APPROVED', 'GRANTING', 'GRANTED', 'PART_FAILED', 'EXPIRED', 'VOID')),
  -- Why it could not be prepared.
  error text,
  -- Null: made by its rule.
  creator_id bigint,
  creator_name text not null,
  submitted_at timestamptz,
  auditor_id bigint,
  auditor_name text,
  audited_at timestamptz,
  -- Why it was sent back, or made void.
  audit_reason text,
  stop_requested boolean not null default false,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, rule_id) references subsidy_rule (organization_id, id),
  constraint subsidy_batch_two_people check (auditor_id is null or creator_id is null or auditor_id <> creator_id),
  constraint subsidy_batch_sums check (posted_count + failed_count <= total_count and posted_fen + failed_fen <= total_fen),
  constraint subsidy_batch_done check (status not in ('GRANTED', 'PART_FAILED', 'EXPIRED')
    or (posted_count + failed_count = total_count and posted_fen + failed_fen = total_fen))
);
create unique index subsidy_batch_no on subsidy_batch (organization_id, batch_no);
create index subsidy_batch_created on subsidy_batch (organization_id, created_at desc, id desc);
create index subsidy_batch_granted on subsidy_batch (organization_id, grant_on);
-- A rule makes its batch of a period once, however often the job runs.
create unique index subsidy_batch_period on subsidy_batch (organization_id, rule_id, period)
  where creator_id is null and mode = 'RULE' and status <> 'VOID';
create unique index subsidy_batch_carry on subsidy_batch (organization_id, clear_run_id, rule_id) where clear_run_id is not null;

create table subsidy_item (
  organization_id bigint not null,
  id bigint not null,
  batch_id bigint not null,
  -- Row of the spreadsheet, or its turn.
  line_no integer not null,
  -- Null: nobody was found.
  person_id bigint,
  job_number text not null default '',
  person_name text not null default '',
  -- Of the person when the batch was prepared.
  department_id bigint,
  type_id bigint,
  units integer,
  amount_fen bigint not null check (amount_fen >= 0),
  -- GOOD is posted; the others are left out: nobody found, twice, left the unit, not in the spreadsheet, otherwise wrong.
  verdict text not null check (verdict in ('GOOD', 'UNKNOWN', 'DUPLICATE', 'LEFT', 'MISSING', 'BAD')),
  status text not null check (status in ('PENDING', 'POSTED', 'FAILED', 'LEFT_OUT')),
  reason text not null default '',
  -- Counts the retries; part of the posting's key.
  attempt integer not null default 1,
  posting_id bigint,
  -- The lot: opened by a grant, taken from by a return.
  wallet_id bigint,
  posted_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, batch_id) references subsidy_batch (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id),
  check ((verdict = 'GOOD') = (status <> 'LEFT_OUT')),
  check (verdict <> 'GOOD' or (person_id is not null and amount_fen > 0))
);
create unique index subsidy_item_person on subsidy_item (organization_id, batch_id, person_id, wallet_id) nulls not distinct
  where verdict = 'GOOD';
create index subsidy_item_batch on subsidy_item (organization_id, batch_id, line_no);
create index subsidy_item_open on subsidy_item (organization_id, batch_id, line_no) where status = 'PENDING';
create index subsidy_item_of on subsidy_item (organization_id, person_id);
create index subsidy_item_wallet on subsidy_item (organization_id, wallet_id) where wallet_id is not null;

-- What the unit took back from lots, by hand or by a batch.
create table subsidy_return (
  organization_id bigint not null,
  id bigint not null,
  return_no text not null,
  person_id bigint not null,
  department_id bigint,
  -- Batch of the lot, and the batch that took it back.
  batch_id bigint,
  return_batch_id bigint,
  wallet_id bigint not null,
  amount_fen bigint not null check (amount_fen > 0),
  reason text not null,
  operator_id bigint,
  operator_name text not null,
  posting_id bigint not null,
  business_date date not null,
  at timestamptz not null,
  status text not null check (status in ('OK', 'REVERSED')),
  reversed_at timestamptz,
  reverse_reason text,
  reverse_posting_id bigint,
  primary key (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create unique index subsidy_return_no on subsidy_return (organization_id, return_no);
create unique index subsidy_return_posting on subsidy_return (organization_id, posting_id);
create index subsidy_return_at on subsidy_return (organization_id, at desc, id desc);
create index subsidy_return_person on subsidy_return (organization_id, person_id);

create table subsidy_clear_run (
  organization_id bigint not null,
  id bigint not null,
  run_no text not null,
  mode text not null check (mode in ('AUTO', 'MANUAL')),
  -- Lots whose last day is before this one; of one batch whatever their last day where a batch is named.
  as_of date not null,
  batch_id bigint,
  reason text not null default '',
  total_count integer not null default 0,
  done_count integer not null default 0,
  before_fen bigint not null default 0,
  cleared_fen bigint not null default 0,
  carried_fen bigint not null default 0,
  failed_count integer not null default 0,
  status text not null check (status in ('RUNNING', 'DONE', 'STOPPED')),
  creator_id bigint,
  creator_name text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (organization_id, id)
);
create unique index subsidy_clear_run_no on subsidy_clear_run (organization_id, run_no);
-- One at a time, so that no lot is cleared by two.
create unique index subsidy_clear_run_open on subsidy_clear_run (organization_id) where status = 'RUNNING';

create table subsidy_clear (
  organization_id bigint not null,
  id bigint not null,
  run_id bigint not null,
  wallet_id bigint not null,
  person_id bigint not null,
  department_id bigint,
  batch_id bigint,
  rule_id bigint,
  expires_on date,
  -- What stood in the lot; cleared and carried are its two parts.
  before_fen bigint not null default 0,
  cleared_fen bigint not null default 0,
  carried_fen bigint not null default 0,
  status text not null check (status in ('PENDING', 'DONE', 'FAILED', 'RESTORED')),
  reason text not null default '',
  posting_id bigint,
  business_date date,
  at timestamptz,
  restored_at timestamptz,
  restored_by_id bigint,
  restored_fen bigint not null default 0,
  restore_reason text,
  operator_name text not null,
  primary key (organization_id, id),
  foreign key (organization_id, run_id) references subsidy_clear_run (organization_id, id),
  constraint subsidy_clear_sum check (before_fen = cleared_fen + carried_fen)
);
create unique index subsidy_clear_lot on subsidy_clear (organization_id, run_id, wallet_id);
create index subsidy_clear_open on subsidy_clear (organization_id, run_id, id) where status = 'PENDING';
create index subsidy_clear_at on subsidy_clear (organization_id, at desc, id desc);
create index subsidy_clear_person on subsidy_clear (organization_id, person_id);
