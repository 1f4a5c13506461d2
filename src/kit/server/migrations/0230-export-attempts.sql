-- Which run an export belongs to: every run that takes a task up counts one on, and only the last one writes to the row
-- and publishes its file. A run that was cancelled and overtaken within the same second finds out by it.
alter table export_task add column attempt int not null default 0;
