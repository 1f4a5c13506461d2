-- Money held for a meal to come is what may be spent on that day, and counts into the day's bound of its subsidy rule.
alter table hold add column spend_on date;

-- How a trade stands to what was reported or ordered before the meal.
alter table trade add column attendance text not null default ''
  check (attendance in ('', 'ORDERED_EATEN', 'ORDERED_ABSENT', 'WALK_IN'));
