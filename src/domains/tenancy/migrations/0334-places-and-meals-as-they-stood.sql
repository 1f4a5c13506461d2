-- Which meal was served when, and which restaurant a site belonged to: as it was at the swipe.
create trigger keep_past after update or delete on meal_period for each row execute function keep_past();
create trigger keep_past after update or delete on restaurant for each row execute function keep_past();
create trigger keep_past after update or delete on deploy_site for each row execute function keep_past();
