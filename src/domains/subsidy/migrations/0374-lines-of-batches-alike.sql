-- Lines of batches say the same by the same names everywhere.
alter table subsidy_item rename column reason to fail_reason;
alter table subsidy_item add column fail_code text;
