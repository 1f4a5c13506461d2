-- Kept searches that are written as a file by themselves: how often, to whom it is mailed ('' files it alone), and when it last was.
alter table saved_view add column schedule text check (schedule in ('DAILY', 'WEEKLY', 'MONTHLY'));
alter table saved_view add column send_to text not null default '';
alter table saved_view add column sent_on date;
alter table saved_view add column employee_id bigint;
create index saved_view_scheduled on saved_view (id) where schedule is not null;
