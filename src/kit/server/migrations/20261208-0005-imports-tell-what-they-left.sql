-- What of the file is not among its rows (totals, remarks, other sheets), in the words it was told with when it was opened.
alter table import_task add column notices text[] not null default '{}';
