-- Which record a row of an import became, so that an import can be taken back as a whole; none for what was only changed.
alter table import_row add column made_id bigint;
alter table import_task add column taken_back_at timestamptz;
