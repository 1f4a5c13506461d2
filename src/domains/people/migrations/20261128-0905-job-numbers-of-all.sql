-- Lists look for whoever has or had a job number: the unique index knows only those who are still there.
create index person_by_job_number on person (organization_id, job_number);
