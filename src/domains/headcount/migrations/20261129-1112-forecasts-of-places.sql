-- What each restaurant will serve of a coming meal, kept at the cut-off like the forecast of the unit: its part of it by who ate
-- where lately, or what it served a week before where that was nearer. Guests are among them.
create table meal_forecast_place (
  organization_id bigint not null references organization (id),
  dining_date date not null,
  meal_period_id bigint not null,
  restaurant_id bigint not null,
  portions int not null check (portions >= 0),
  -- What it served on the same day a week before; null where that was no such meal.
  naive int check (naive >= 0),
  told text not null check (told in ('SHARE', 'NAIVE')),
  made_at timestamptz not null,
  frozen boolean not null default false,
  primary key (organization_id, dining_date, meal_period_id, restaurant_id)
);
