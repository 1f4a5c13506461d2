-- Guests are drafted, and eat by a code that is good once; forecasts say how many of them were expected at the cut-off.
alter table guest_meal drop constraint guest_meal_status_check;
alter table guest_meal add constraint guest_meal_status_check
  check (status in ('DRAFT', 'SUBMITTED', 'APPROVED', 'REJECTED', 'SERVED', 'CHARGED', 'CANCELLED'));
-- Six digits from its approval on; the terminal's own number of the call that took it.
alter table guest_meal add column code text;
alter table guest_meal add column served_key text;
create unique index guest_meal_code on guest_meal (organization_id, restaurant_id, dining_date, meal_period_id, code)
  where code is not null;
alter table meal_forecast add column guests int not null default 0;
