-- A check that began and never ended took its process with it: it is not tried again by itself.
alter table import_task add column check_begun boolean not null default false;
