-- Who stood by when a month was closed. Closes of before have none.
alter table month_close add column witness_id bigint, add column witness_name text not null default '';
