-- A pack for whom names are not: the people of the case and of the kitchen by numbers.
alter table trace_pack add column nameless boolean not null default false;
