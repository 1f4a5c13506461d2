-- A clearing by hand above what one person may do alone waits for a second one; its lots are written down when that one
-- says yes, because they may have been spent meanwhile.
alter table subsidy_clear_run
  add column auditor_id bigint,
  add column auditor_name text,
  add column audited_at timestamptz,
  drop constraint subsidy_clear_run_status_check,
  add constraint subsidy_clear_run_status_check check (status in ('SUBMITTED', 'REJECTED', 'RUNNING', 'DONE', 'STOPPED')),
  add constraint subsidy_clear_run_two_people check (auditor_id is null or creator_id is null or auditor_id <> creator_id);
-- One at a time.
create unique index subsidy_clear_run_waiting on subsidy_clear_run (organization_id) where status = 'SUBMITTED';
