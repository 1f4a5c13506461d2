-- Plans by the days of the week, or by a cycle of so many days that begins with the plan.
alter table shift_plan add column weekdays smallint[] not null default '{}' check (weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]);
alter table shift_plan add column cycle_days int check (cycle_days between 2 and 60);
alter table shift_plan add column cycle_work int check (cycle_work between 1 and 59);
alter table shift_plan add constraint shift_plan_cycle check ((cycle_days is null) = (cycle_work is null) and cycle_work < cycle_days);
