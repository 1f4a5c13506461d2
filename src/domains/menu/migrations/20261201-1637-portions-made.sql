-- How many portions of a dish the kitchen made, where it says so; what was planned otherwise.
alter table food_menu_item add column made_qty int check (made_qty between 0 and 100000);
