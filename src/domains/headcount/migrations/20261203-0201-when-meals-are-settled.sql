-- How long after its end a meal is settled, and how far before and after it a trade of no meal still tells of it; minutes.
alter table meal_cut_off
  add column settle_minutes int not null default 60 check (settle_minutes between 15 and 720),
  add column slack_minutes int not null default 10 check (slack_minutes between 0 and 120);
