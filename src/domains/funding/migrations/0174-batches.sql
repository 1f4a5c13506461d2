-- 批量充值 and 批量退款: a header whose total the approver sees, and a line per person that keeps its fate.
create table funding_batch (
  organization_id bigint not null,
  id bigint not null,
  batch_no text not null,
  name text not null check (length(name) between 1 and 60),
  kind text not null check (kind in ('RECHARGE', 'REFUND')),
  mode text not null check (mode in ('BY_DEPT', 'BY_TYPE', 'IMPORT', 'LEAVERS')),
  -- Where the money of a recharge came from.
  channel text not null check (channel in ('IMPORT', 'CASH', 'TRANSFER', 'BANK')),
  -- How what cannot go back to its channel is refunded.
  rest_way text check (rest_way in ('CASH', 'BANK')),
  reason text not null default '',
  filename text,
  -- Lines that may be posted: what the approver sees.
  total_count integer not null,
  total_fen bigint not null,
  left_out_count integer not null,
  ok_count integer not null default 0,
  ok_fen bigint not null default 0,
  fail_count integer not null default 0,
  fail_fen bigint not null default 0,
  creator_id bigint not null,
  creator_name text not null,
  auditor_id bigint,
  auditor_name text,
  audited_at timestamptz,
  audit_reason text,
  created_at timestamptz not null,
  finished_at timestamptz,
  status text not null check (status in ('CHECKED', 'SUBMITTED', 'RUNNING', 'DONE', 'PART_FAILED', 'CANCELLED')),
  version integer not null default 1,
  primary key (organization_id, id),
  check ((kind = 'REFUND') = (rest_way is not null)),
  check (auditor_id is null or auditor_id <> creator_id),
  check (ok_count + fail_count <= total_count),
  check (status not in ('DONE', 'PART_FAILED') or ok_fen + fail_fen = total_fen)
);
create unique index funding_batch_no on funding_batch (organization_id, batch_no);
create index funding_batch_created on funding_batch (organization_id, kind, created_at desc, id desc);

create table funding_batch_line (
  organization_id bigint not null,
  batch_id bigint not null,
  line_no integer not null,
  person_id bigint,
  job_number text not null,
  person_name text not null,
  amount_fen bigint not null,
  bank_name text,
  bank_account text,
  attempt integer not null default 1,
  posting_id bigint,
  document_no text,
  reason text not null default '',
  status text not null check (status in ('LEFT_OUT', 'PENDING', 'DONE', 'FAILED')),
  primary key (organization_id, batch_id, line_no),
  foreign key (organization_id, batch_id) references funding_batch (organization_id, id),
  check (status = 'LEFT_OUT' or (person_id is not null and amount_fen > 0))
);
create unique index funding_batch_line_person on funding_batch_line (organization_id, batch_id, person_id)
  where status <> 'LEFT_OUT';
create index funding_batch_line_open on funding_batch_line (organization_id, batch_id, line_no) where status = 'PENDING';
