-- A person's month says what was consumed, by purse, and what was put right of it, apart: a refund takes no meal away and a
-- supplement adds none, and gift money and debts are no subsidy and no own money.
delete from rollup_consume_person_month;
alter table rollup_consume_person_month rename column trade_count to consume_count;
alter table rollup_consume_person_month
  add column gift_fen bigint not null,
  add column arrears_fen bigint not null,
  add column reversed_fen bigint not null,
  add column supplement_fen bigint not null;

create or replace function consume_roll_month(organization bigint, first_day date) returns void language sql as $$
  insert into rollup_consume_person_month (organization_id, month, person_id, meal_period_id, consume_count, main_fen,
    subsidy_fen, gift_fen, arrears_fen, third_fen, amount_fen, reversed_fen, supplement_fen)
  select t.organization_id, first_day, t.person_id, t.meal_period_id,
    count(*) filter (where t.kind = 'CONSUME'),
    coalesce(sum(t.main_fen) filter (where t.kind = 'CONSUME'), 0),
    coalesce(sum(t.subsidy_fen) filter (where t.kind = 'CONSUME'), 0),
    coalesce(sum(t.gift_fen) filter (where t.kind = 'CONSUME'), 0),
    coalesce(sum(t.arrears_fen) filter (where t.kind = 'CONSUME'), 0),
    coalesce(sum(t.third_fen) filter (where t.kind = 'CONSUME'), 0),
    coalesce(sum(t.amount_fen) filter (where t.kind = 'CONSUME'), 0),
    coalesce(sum(t.amount_fen) filter (where t.kind = 'REVERSE'), 0),
    coalesce(sum(t.amount_fen) filter (where t.kind = 'SUPPLEMENT'), 0)
  from trade t
  where t.organization_id = organization and t.business_date >= first_day and t.business_date < first_day + interval '1 month'
  group by t.organization_id, t.person_id, t.meal_period_id
$$;

select consume_roll_month(organization_id, month) from period;
