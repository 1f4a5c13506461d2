-- Which terminals served the meal and what was waited for before it was settled, in words; empty before it is.
alter table meal_settlement add column heard text not null default '';
