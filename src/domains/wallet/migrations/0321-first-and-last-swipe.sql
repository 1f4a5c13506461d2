-- First and last are swipes: what a clerk put right on the day is none. Where there was nothing else there is no time.
alter table rollup_consume_place alter column first_at drop not null, alter column last_at drop not null;
alter table rollup_consume_people alter column first_at drop not null, alter column last_at drop not null;

with mixed as (
  select organization_id, business_date from rollup_consume_place where reverse_count + supplement_count > 0
  union select organization_id, business_date from trade where occurred_date <> business_date),
swiped as (
  select t.organization_id, t.business_date, t.meal_period_id, t.restaurant_id, t.deploy_site_id, t.device_id,
    min(t.occurred_at) as first_at, max(t.occurred_at) as last_at
  from trade t join mixed m on m.organization_id = t.organization_id and m.business_date = t.business_date
  where t.kind = 'CONSUME' and t.occurred_date = t.business_date group by 1, 2, 3, 4, 5, 6)
update rollup_consume_place u set
  first_at = (select s.first_at from swiped s where (s.organization_id, s.business_date, s.meal_period_id, s.restaurant_id,
    s.deploy_site_id, s.device_id) = (u.organization_id, u.business_date, u.meal_period_id, u.restaurant_id, u.deploy_site_id,
    u.device_id)),
  last_at = (select s.last_at from swiped s where (s.organization_id, s.business_date, s.meal_period_id, s.restaurant_id,
    s.deploy_site_id, s.device_id) = (u.organization_id, u.business_date, u.meal_period_id, u.restaurant_id, u.deploy_site_id,
    u.device_id))
where exists (select from mixed m where m.organization_id = u.organization_id and m.business_date = u.business_date);

with mixed as (
  select organization_id, business_date from rollup_consume_people where reverse_count + supplement_count > 0
  union select organization_id, business_date from trade where occurred_date <> business_date),
swiped as (
  select t.organization_id, t.business_date, t.meal_period_id, t.restaurant_id, t.person_type_id, t.department_id,
    min(t.occurred_at) as first_at, max(t.occurred_at) as last_at
  from trade t join mixed m on m.organization_id = t.organization_id and m.business_date = t.business_date
  where t.kind = 'CONSUME' and t.occurred_date = t.business_date group by 1, 2, 3, 4, 5, 6)
update rollup_consume_people u set
  first_at = (select s.first_at from swiped s where (s.organization_id, s.business_date, s.meal_period_id, s.restaurant_id,
    s.person_type_id, s.department_id) = (u.organization_id, u.business_date, u.meal_period_id, u.restaurant_id,
    u.person_type_id, u.department_id)),
  last_at = (select s.last_at from swiped s where (s.organization_id, s.business_date, s.meal_period_id, s.restaurant_id,
    s.person_type_id, s.department_id) = (u.organization_id, u.business_date, u.meal_period_id, u.restaurant_id,
    u.person_type_id, u.department_id))
where exists (select from mixed m where m.organization_id = u.organization_id and m.business_date = u.business_date);
