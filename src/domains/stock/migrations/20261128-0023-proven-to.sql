-- How far a run of the proof has proven the ledger, and whether it began at the first entry.
alter table stock_check_run add column whole boolean not null default true;
alter table stock_check_run add column proven_to date;
