-- A past for the people whose job number begins with B: one cash deposit each, then one swipe per person, meal and day,
-- the newest yesterday. Straight into the tables, for measuring only; postings, lines, purses, counters and totals are
-- those the money door would have written, and the invariants are checked over them afterwards.
-- {organization}, {trades}, {share} (of a thousand meals, how many are eaten), {today} and {lane}, a slot of the day totals
-- no batch writes to, are put in by the caller.
create temp table past_person as
  select p.id, coalesce(p.department_id, 0) as department_id, p.type_id, c.id as card_id, c.card_no, w.id as wallet_id, row_number() over (order by p.id) - 1 as n
  from person p
  join card c on c.organization_id = p.organization_id and c.person_id = p.id
  join wallet w on w.organization_id = p.organization_id and w.person_id = p.id and w.kind = 'MAIN'
  where p.organization_id = {organization} and p.job_number like 'B%';

create temp table past_meal as
  select id, row_number() over (order by start_time) - 1 as n,
    -- Hours of a canteen, whatever hours the rush has given its meals.
    (array[420, 690, 1050])[least(row_number() over (order by start_time), 3)] as start_minute,
    600 + 300 * row_number() over (order by start_time) as price_fen
  from meal_period where organization_id = {organization};

create temp table past_device as
  select d.id, s.id as site_id, s.restaurant_id, row_number() over (order by d.id) - 1 as n
  from device d join deploy_site s on s.organization_id = d.organization_id and s.id = d.deploy_site_id
  where d.organization_id = {organization};

-- Whole id blocks are taken, so that the server goes on behind them.
create temp table past_base as
  select setval('id_block', nextval('id_block') + ({trades} / 1000) + 10) as last_block;

create temp table past_trade as
with size as (
  select (select count(*) from past_person) as people, (select count(*) from past_meal) as meals,
    (select count(*) from past_device) as devices),
drawn as (
  select p.id as person_id, p.n as person_n, m.id as meal_id, m.price_fen + 100 * (p.n % 4) as amount_fen, day,
    (day::timestamp at time zone 'Asia/Shanghai') + m.start_minute * interval '1 minute'
      + ((abs(hashtextextended(p.n || '/' || m.n || '/' || day, 7)) % 7200) * interval '1 second') as occurred_at,
    abs(hashtextextended(m.n || '/' || p.n || '/' || day, 11)) % size.devices as device_n
  from size
  cross join generate_series(0, ceil(1.02 * {trades}::numeric * 1000 / (size.people * size.meals * {share}))::int) as back
  cross join lateral (select {today}::date - 1 - back as day) as days
  cross join past_meal m
  cross join past_person p
  where {share} = 1000 or abs(hashtextextended(p.n || '/' || day || '/' || m.n, 13)) % 1000 < {share}
  order by day desc, occurred_at desc
  limit {trades}),
numbered as (
  select drawn.*, row_number() over (order by occurred_at, person_id) as serial,
    1 + row_number() over person as version, sum(amount_fen) over person as spent_fen
  from drawn
  window person as (partition by person_id order by occurred_at, meal_id))
select (select (last_block - {trades} / 1000 - 9) * 1000 from past_base) + 5000 + serial as id, numbered.*
from numbered;

create temp table past_deposit as
select (select (last_block - {trades} / 1000 - 9) * 1000 from past_base) + p.n as id, p.id as person_id, p.wallet_id,
  t.spent_fen + 5000 as amount_fen, t.trades, t.first_day - 1 as day,
  ((t.first_day - 1)::timestamp at time zone 'Asia/Shanghai') + interval '10 hours' as occurred_at
from past_person p
join (select person_id, max(spent_fen) as spent_fen, count(*) as trades, (select min(day) from past_trade) as first_day
  from past_trade group by person_id) t on t.person_id = p.id;

analyze past_person, past_meal, past_device, past_trade, past_deposit;

select wallet_ensure_month(month::date)
from generate_series((select min(day) - 31 from past_trade)::timestamp, {today}::timestamp, interval '1 month') as month;

insert into posting_row (organization_id, id, business_date, occurred_date, kind, request_key, person_id, amount_fen, counter_account,
  occurred_at, recorded_at)
select {organization}, id, day, day, 'DEPOSIT', 'past:' || id, person_id, amount_fen, 'cash_drawer', occurred_at, occurred_at
from past_deposit;

insert into money_request (organization_id, request_key, kind, person_id, fingerprint, answer, recorded_at)
select organization_id, request_key, kind, person_id, 'past', jsonb_build_object('postingId', id), recorded_at
from posting_row where organization_id = {organization} and request_key like 'past:%';

insert into entry_row (organization_id, business_date, posting_id, line_no, account, wallet_id, amount_fen, balance_after_fen,
  wallet_version)
select {organization}, d.day, d.id, line.no, line.account, line.wallet_id, line.fen, line.after, line.version
from past_deposit d
cross join lateral (values (1, 'wallet:MAIN', d.wallet_id, d.amount_fen, d.amount_fen, 1),
  (100, 'cash_drawer', 0, -d.amount_fen, null, null)) as line (no, account, wallet_id, fen, after, version);

insert into trade (organization_id, id, business_date, occurred_date, kind, person_id, card_id, card_no, restaurant_id,
  deploy_site_id, device_id, device_seq, meal_period_id, department_id, person_type_id, mode, identify, origin_fen, discount_fen,
  amount_fen, main_fen, balance_after_fen, heads, restaurant_heads, nth, rule_trace, occurred_at, recorded_at, wallet_id,
  wallet_after_fen, wallet_version, balances, plain)
select {organization}, t.id, t.day, t.day, 'CONSUME', t.person_id, p.card_id, p.card_no, v.restaurant_id,
  v.site_id, v.id, '1-' || t.serial, t.meal_id, p.department_id, p.type_id, 'FIXED', 'CARD', t.amount_fen, 0,
  t.amount_fen, t.amount_fen, d.amount_fen - t.spent_fen, 1, 1, 1, '{"rule": 1, "nth": 1}', t.occurred_at, t.occurred_at, d.wallet_id,
  d.amount_fen - t.spent_fen, t.version, json_build_object('MAIN', d.amount_fen - t.spent_fen), true
from past_trade t
join past_person p on p.id = t.person_id
join past_deposit d on d.person_id = t.person_id
join past_device v on v.n = t.device_n
order by t.id;

update wallet w set balance_fen = 5000, version = 1 + d.trades, last_posting_at = d.occurred_at
from past_deposit d where w.organization_id = {organization} and w.id = d.wallet_id;

insert into rollup_consume_place
select {organization}, business_date, meal_period_id, restaurant_id, deploy_site_id, device_id, {lane}, count(*), sum(heads), sum(origin_fen),
  0, sum(amount_fen), sum(main_fen), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, min(occurred_at), max(occurred_at), sum(restaurant_heads)
from trade where organization_id = {organization} and id in (select id from past_trade)
group by 2, 3, 4, 5, 6;

insert into rollup_consume_people
select {organization}, business_date, meal_period_id, restaurant_id, person_type_id, department_id, {lane}, count(*), sum(heads),
  sum(origin_fen), 0, sum(amount_fen), sum(main_fen), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, min(occurred_at), max(occurred_at), sum(restaurant_heads)
from trade where organization_id = {organization} and id in (select id from past_trade)
group by 2, 3, 4, 5, 6;

insert into rollup_account_day (organization_id, business_date, account, posting_kind, reverses_kind, lane, in_fen, out_fen, entry_count)
select {organization}, day, account, kind, '', {lane}, sum(case when sign > 0 then fen else 0 end), sum(case when sign < 0 then fen else 0 end),
  count(*)
from (
  select day, 'wallet:MAIN' as account, 'DEPOSIT' as kind, 1 as sign, amount_fen as fen from past_deposit
  union all select day, 'cash_drawer', 'DEPOSIT', -1, amount_fen from past_deposit
  union all select day, 'wallet:MAIN', 'CONSUME', -1, amount_fen from past_trade
  union all select day, 'revenue', 'CONSUME', 1, amount_fen from past_trade) as lines
group by day, account, kind;

-- The books of the past are closed as a clerk would have: all months but the last whole one.
insert into period (organization_id, month, closed_at, closed_by)
select {organization}, month::date, (month + interval '1 month 1 day 10 hours') at time zone 'Asia/Shanghai', 1
from generate_series(date_trunc('month', (select min(day) from past_deposit)::timestamp),
  date_trunc('month', {today}::timestamp) - interval '2 months', interval '1 month') as month
-- One after another: a year is added up with the first close behind it.
order by month;
