-- How many portions a coming meal will take: looked at again every night, and left as it is from the cut-off on, so that what it
-- was off by is told of what was known then.
create table meal_forecast (
  organization_id bigint not null references organization (id),
  id bigint not null,
  dining_date date not null,
  meal_period_id bigint not null,
  -- Portions reported when it was made.
  reported int not null check (reported >= 0),
  -- By reports and habit; null with too few days behind.
  portions int check (portions >= 0),
  -- What was eaten on the same day a week before; null where that was no such meal.
  naive int check (naive >= 0),
  -- Which of the two is told, NONE where neither can be; by then the naive one had been the better.
  told text not null check (told in ('HABIT', 'NAIVE', 'NONE')),
  -- Four times in five between these, by what earlier ones were off; null with too few of them.
  low int,
  high int,
  made_at timestamptz not null,
  frozen boolean not null default false,
  primary key (organization_id, id),
  constraint meal_forecast_once unique (organization_id, dining_date, meal_period_id)
);
