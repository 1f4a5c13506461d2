-- Subsidies of meals: rules, batches and clearings say which purse they are for. Where it is COUNT, what their columns
-- call fen are meals, as everywhere in the ledger; no row mixes the two.
alter table subsidy_rule add column purse text not null default 'SUBSIDY' check (purse in ('SUBSIDY', 'COUNT'));
alter table subsidy_batch add column purse text not null default 'SUBSIDY' check (purse in ('SUBSIDY', 'COUNT'));
alter table subsidy_clear_run add column purse text not null default 'SUBSIDY' check (purse in ('SUBSIDY', 'COUNT'));

-- One at a time of each purse: no lot is of both.
drop index subsidy_clear_run_open;
create unique index subsidy_clear_run_open on subsidy_clear_run (organization_id, purse) where status = 'RUNNING';
