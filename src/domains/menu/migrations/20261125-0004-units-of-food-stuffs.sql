-- In what a food-stuff is counted where it is not weighed out, and what one of it weighs; prices stay per kilogram.
alter table lib_food_stuff add column unit text not null default '公斤';
alter table lib_food_stuff add column unit_grams int not null default 1000 check (unit_grams between 1 and 1000000);
-- Nothing said: as the library's.
alter table food_stuff add column unit text;
alter table food_stuff add column unit_grams int check (unit_grams between 1 and 1000000);
