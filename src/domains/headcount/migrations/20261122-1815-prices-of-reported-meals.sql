-- What a meal costs at the till, by whether it was reported; null: as the fixed prices say.
alter table meal_rule add column reported_fen bigint check (reported_fen between 0 and 1000000);
alter table meal_rule add column walk_in_fen bigint check (walk_in_fen between 0 and 1000000);
-- Who reported nothing may eat all the same.
alter table meal_rule add column walk_in boolean not null default true;
