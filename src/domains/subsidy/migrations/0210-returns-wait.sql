-- A single return above what one person may do alone waits for a second one; it is posted when that one says yes.
alter table subsidy_return
  alter column posting_id drop not null,
  alter column business_date drop not null,
  add column auditor_id bigint,
  add column auditor_name text,
  add column audited_at timestamptz,
  drop constraint subsidy_return_status_check,
  add constraint subsidy_return_status_check check (status in ('PENDING', 'OK', 'REVERSED', 'REJECTED')),
  add constraint subsidy_return_posted check ((status in ('OK', 'REVERSED')) = (posting_id is not null)
    and (posting_id is null) = (business_date is null)),
  add constraint subsidy_return_two_people check (auditor_id is null or operator_id is null or auditor_id <> operator_id);
