-- What writing an open statement anew changed, day by day: the sides read why they have to agree again.
alter table unit_statement add column moved_note text not null default '';
