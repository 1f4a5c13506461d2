-- I1–I13 of the money core. One row per break: rule, organization, what it is about, what was found. No rows = all hold.
-- $1: organization id, or 0 for all. Reads only. Each rule runs as a statement of its own over the shared part: give them one
-- snapshot (repeatable read) while swipes go on.
with
scope_posting as not materialized (select * from posting where $1::bigint = 0 or organization_id = $1),
scope_entry as not materialized (select * from ledger_entry where $1::bigint = 0 or organization_id = $1),
scope_trade as not materialized (select * from trade where $1::bigint = 0 or organization_id = $1),
scope_grant as not materialized (select * from plain_grant where $1::bigint = 0 or organization_id = $1),
scope_wallet as not materialized (select * from wallet where $1::bigint = 0 or organization_id = $1),
entry_sums as (
  select organization_id, wallet_id, sum(amount_fen)::bigint as fen, count(*)::bigint as lines, max(wallet_version) as version
  from scope_entry where wallet_id <> 0 group by organization_id, wallet_id),
posting_sums as (
  select organization_id, business_date, posting_id, sum(amount_fen)::bigint as fen,
    (sum(amount_fen) filter (where account in ('wallet:COUNT', 'count_pool', 'count_used', 'count_adjustment')))::bigint as meals,
    (sum(abs(amount_fen)) filter (where line_no < 100 and account <> 'wallet:COUNT'))::bigint as source_fen,
    (sum(abs(amount_fen)) filter (where line_no < 100 and account = 'wallet:COUNT'))::bigint as source_meals
  from scope_entry group by organization_id, business_date, posting_id),
chain as (
  select organization_id, wallet_id, wallet_version, amount_fen, balance_after_fen,
    row_number() over w as nth, coalesce(lag(balance_after_fen) over w, 0) as before_fen
  from scope_entry where wallet_id <> 0
  window w as (partition by organization_id, wallet_id order by wallet_version)),
reversals as (
  select organization_id, reverses_posting_id as posting_id, sum(amount_fen)::bigint as fen, sum(count_used)::bigint as meals
  from scope_posting where kind = 'REVERSE' group by organization_id, reverses_posting_id),
reversed as (select * from posting_reversed where $1::bigint = 0 or organization_id = $1),
counted as (
  select t.organization_id, t.person_id, t.occurred_date, t.meal_period_id, t.restaurant_id,
    sum(case when r.posting_id is not null and r.reversed_fen = r.amount_fen and r.reversed_count = r.count_used then 0 else 1 end)::bigint
      as trades,
    sum(t.amount_fen - coalesce(r.reversed_fen, 0))::bigint as fen
  from scope_trade t
  left join reversed r on r.organization_id = t.organization_id and r.posting_id = t.id
  where t.kind = 'CONSUME' and t.person_id <> 0 and t.attendance <> 'ORDERED_ABSENT'
  group by t.organization_id, t.person_id, t.occurred_date, t.meal_period_id, t.restaurant_id),
-- MAIN knows the latest day; what a closed account had is nobody's limit any more.
counters as (
  select w.organization_id, w.person_id, w.spent_on as occurred_date, s.spent[n + 1] as meal_period_id, s.spent[n + 2] as restaurant_id,
    s.spent[n + 3] as trade_count, s.spent[n + 4] as amount_fen
  from scope_wallet w
  cross join lateral (select w.spent::bigint[] as spent) s
  cross join lateral generate_series(0, cardinality(s.spent) - 1, 7) as n
  where w.spent_on is not null and w.status <> 'CLOSED'),
counted_last as (
  select c.* from counted c
  join scope_wallet w on w.organization_id = c.organization_id and w.person_id = c.person_id and w.kind = 'MAIN' and w.status <> 'CLOSED'
    and w.spent_on <= c.occurred_date),
trade_facts as (
  select organization_id, business_date, meal_period_id, restaurant_id, deploy_site_id, device_id, person_type_id,
    department_id, heads::bigint as heads, restaurant_heads::bigint as restaurant_heads,
    (kind = 'CONSUME')::int::bigint as consume_count,
    case when kind = 'CONSUME' then origin_fen else 0 end as origin_fen,
    case when kind = 'CONSUME' then discount_fen else 0 end as discount_fen,
    case when kind = 'CONSUME' then amount_fen else 0 end as amount_fen,
    case when kind = 'CONSUME' then main_fen else 0 end as main_fen,
    case when kind = 'CONSUME' then subsidy_fen else 0 end as subsidy_fen,
    case when kind = 'CONSUME' then gift_fen else 0 end as gift_fen,
    case when kind = 'CONSUME' then arrears_fen else 0 end as arrears_fen,
    case when kind = 'CONSUME' then third_fen else 0 end as third_fen,
    case when kind = 'CONSUME' then count_used else 0 end as count_used,
    (kind = 'REVERSE')::int::bigint as reverse_count,
    case when kind = 'REVERSE' then amount_fen else 0 end as reversed_fen,
    case when kind = 'REVERSE' then count_used else 0 end as reversed_count_used,
    (kind = 'SUPPLEMENT')::int::bigint as supplement_count,
    case when kind = 'SUPPLEMENT' then amount_fen else 0 end as supplement_fen,
    (kind = 'CONSUME' and offline)::int::bigint as offline_count
  from scope_trade),
place_recount as (
  select organization_id, business_date, meal_period_id, restaurant_id, deploy_site_id, device_id,
    array[sum(consume_count), sum(heads), sum(restaurant_heads), sum(origin_fen), sum(discount_fen), sum(amount_fen), sum(main_fen),
      sum(subsidy_fen), sum(gift_fen), sum(arrears_fen), sum(third_fen), sum(count_used), sum(reverse_count),
      sum(reversed_fen), sum(reversed_count_used), sum(supplement_count), sum(supplement_fen), sum(offline_count)] as sums
  from trade_facts group by 1, 2, 3, 4, 5, 6),
place_rollup as (
  select organization_id, business_date, meal_period_id, restaurant_id, deploy_site_id, device_id,
    array[sum(consume_count), sum(heads), sum(restaurant_heads), sum(origin_fen), sum(discount_fen), sum(amount_fen), sum(main_fen),
      sum(subsidy_fen), sum(gift_fen), sum(arrears_fen), sum(third_fen), sum(count_used), sum(reverse_count),
      sum(reversed_fen), sum(reversed_count_used), sum(supplement_count), sum(supplement_fen), sum(offline_count)] as sums
  from consumed_by_place where $1::bigint = 0 or organization_id = $1 group by 1, 2, 3, 4, 5, 6),
past_rollup as (
  select organization_id, business_date,
    array[sum(consume_count), sum(heads), sum(restaurant_heads), sum(origin_fen), sum(discount_fen), sum(amount_fen),
      sum(main_fen), sum(subsidy_fen), sum(gift_fen), sum(arrears_fen), sum(third_fen), sum(count_used), sum(reverse_count),
      sum(reversed_fen), sum(reversed_count_used), sum(supplement_count), sum(supplement_fen), sum(offline_count)] as sums
  from consumed_by_place r where ($1::bigint = 0 or organization_id = $1) and business_date <= (select until from rollup_folded)
    and not exists (select from rollup_stale s where s.organization_id = r.organization_id and s.business_date = r.business_date)
  group by 1, 2),
past_fold as (
  select organization_id, business_date,
    array[sum(consume_count), sum(heads), sum(restaurant_heads), sum(origin_fen), sum(discount_fen), sum(amount_fen),
      sum(main_fen), sum(subsidy_fen), sum(gift_fen), sum(arrears_fen), sum(third_fen), sum(count_used), sum(reverse_count),
      sum(reversed_fen), sum(reversed_count_used), sum(supplement_count), sum(supplement_fen), sum(offline_count)] as sums
  from rollup_consume_fold where $1::bigint = 0 or organization_id = $1 group by 1, 2),
past_restaurant as (
  select organization_id, business_date,
    array[sum(consume_count), sum(heads), sum(restaurant_heads), sum(origin_fen), sum(discount_fen), sum(amount_fen),
      sum(main_fen), sum(subsidy_fen), sum(gift_fen), sum(arrears_fen), sum(third_fen), sum(count_used), sum(reverse_count),
      sum(reversed_fen), sum(reversed_count_used), sum(supplement_count), sum(supplement_fen), sum(offline_count)] as sums
  from rollup_consume_restaurant where $1::bigint = 0 or organization_id = $1 group by 1, 2),
past_unit as (
  select organization_id, business_date,
    array[sum(consume_count), sum(heads), sum(restaurant_heads), sum(origin_fen), sum(discount_fen), sum(amount_fen),
      sum(main_fen), sum(subsidy_fen), sum(gift_fen), sum(arrears_fen), sum(third_fen), sum(count_used), sum(reverse_count),
      sum(reversed_fen), sum(reversed_count_used), sum(supplement_count), sum(supplement_fen), sum(offline_count)] as sums
  from rollup_consume_unit where $1::bigint = 0 or organization_id = $1 group by 1, 2),
past_month_days as (
  select organization_id, date_trunc('month', business_date)::date as business_date,
    array[sum(consume_count), sum(heads), sum(restaurant_heads), sum(origin_fen), sum(discount_fen), sum(amount_fen),
      sum(main_fen), sum(subsidy_fen), sum(gift_fen), sum(arrears_fen), sum(third_fen), sum(count_used), sum(reverse_count),
      sum(reversed_fen), sum(reversed_count_used), sum(supplement_count), sum(supplement_fen), sum(offline_count)] as sums
  from rollup_consume_unit where $1::bigint = 0 or organization_id = $1 group by 1, 2),
past_month as (
  select organization_id, business_date,
    array[sum(consume_count), sum(heads), sum(restaurant_heads), sum(origin_fen), sum(discount_fen), sum(amount_fen),
      sum(main_fen), sum(subsidy_fen), sum(gift_fen), sum(arrears_fen), sum(third_fen), sum(count_used), sum(reverse_count),
      sum(reversed_fen), sum(reversed_count_used), sum(supplement_count), sum(supplement_fen), sum(offline_count)] as sums
  from rollup_consume_month where $1::bigint = 0 or organization_id = $1 group by 1, 2),
people_recount as (
  select organization_id, business_date, meal_period_id, restaurant_id, person_type_id, department_id,
    array[sum(consume_count), sum(heads), sum(restaurant_heads), sum(origin_fen), sum(discount_fen), sum(amount_fen), sum(main_fen),
      sum(subsidy_fen), sum(gift_fen), sum(arrears_fen), sum(third_fen), sum(count_used), sum(reverse_count),
      sum(reversed_fen), sum(reversed_count_used), sum(supplement_count), sum(supplement_fen), sum(offline_count)] as sums
  from trade_facts group by 1, 2, 3, 4, 5, 6),
people_rollup as (
  select organization_id, business_date, meal_period_id, restaurant_id, person_type_id, department_id,
    array[sum(consume_count), sum(heads), sum(restaurant_heads), sum(origin_fen), sum(discount_fen), sum(amount_fen), sum(main_fen),
      sum(subsidy_fen), sum(gift_fen), sum(arrears_fen), sum(third_fen), sum(count_used), sum(reverse_count),
      sum(reversed_fen), sum(reversed_count_used), sum(supplement_count), sum(supplement_fen), sum(offline_count)] as sums
  from consumed_by_people where $1::bigint = 0 or organization_id = $1 group by 1, 2, 3, 4, 5, 6),
entry_facts as (
  select p.organization_id, p.business_date, e.account, p.kind, p.reverses_kind, p.operator_id,
    coalesce(sum(e.amount_fen) filter (where e.amount_fen > 0), 0)::bigint as in_fen,
    coalesce(-sum(e.amount_fen) filter (where e.amount_fen < 0), 0)::bigint as out_fen,
    count(*)::bigint as lines
  from scope_posting p
  join scope_entry e on e.organization_id = p.organization_id and e.business_date = p.business_date and e.posting_id = p.id
  group by 1, 2, 3, 4, 5, 6),
account_recount as (
  select organization_id, business_date, account, kind as posting_kind, reverses_kind, sum(in_fen)::bigint as in_fen,
    sum(out_fen)::bigint as out_fen, sum(lines)::bigint as lines
  from entry_facts group by 1, 2, 3, 4, 5),
account_rollup as (
  select organization_id, business_date, account, posting_kind, reverses_kind, sum(in_fen)::bigint as in_fen,
    sum(out_fen)::bigint as out_fen, sum(entry_count)::bigint as lines
  from rollup_account_day where $1::bigint = 0 or organization_id = $1 group by 1, 2, 3, 4, 5),
operator_recount as (
  select organization_id, operator_id, business_date, account, kind as posting_kind, reverses_kind,
    sum(in_fen)::bigint as in_fen, sum(out_fen)::bigint as out_fen
  from entry_facts where operator_id <> 0 group by 1, 2, 3, 4, 5, 6),
operator_rollup as (
  select organization_id, operator_id, business_date, account, posting_kind, reverses_kind, sum(in_fen)::bigint as in_fen,
    sum(out_fen)::bigint as out_fen
  from rollup_operator_day where $1::bigint = 0 or organization_id = $1 group by 1, 2, 3, 4, 5, 6),
held as (
  select l.organization_id, l.wallet_id, sum(l.amount_fen)::bigint as fen
  from hold_line l join hold h on h.organization_id = l.organization_id and h.id = l.hold_id
  where h.status = 'ACTIVE' and ($1::bigint = 0 or l.organization_id = $1)
  group by l.organization_id, l.wallet_id),
lots as (
  select w.organization_id, w.id, w.batch_id, w.balance_fen,
    coalesce(sum(e.amount_fen) filter (where p.kind = 'SUBSIDY_GRANT' or p.reverses_kind = 'SUBSIDY_GRANT'), 0)::bigint as granted,
    coalesce(-sum(e.amount_fen) filter (where p.kind in ('CONSUME', 'SUPPLEMENT') or p.reverses_kind in ('CONSUME', 'SUPPLEMENT')), 0)::bigint as used,
    coalesce(-sum(e.amount_fen) filter (where p.kind = 'SUBSIDY_CLEAR' or p.reverses_kind = 'SUBSIDY_CLEAR'), 0)::bigint as cleared,
    coalesce(-sum(e.amount_fen) filter (where p.kind = 'SUBSIDY_RETURN' or p.reverses_kind = 'SUBSIDY_RETURN'), 0)::bigint as returned,
    coalesce(sum(e.amount_fen) filter (where p.kind = 'ADJUST' or p.reverses_kind = 'ADJUST'), 0)::bigint as adjusted
  from scope_wallet w
  left join scope_entry e on e.organization_id = w.organization_id and e.wallet_id = w.id
  left join scope_posting p on p.organization_id = e.organization_id and p.id = e.posting_id and p.business_date = e.business_date
  where w.batch_id <> 0 or w.expires_on is not null
  group by w.organization_id, w.id, w.batch_id, w.balance_fen)

select 'I1' as rule, p.organization_id, 'posting ' || p.id as subject,
  format('lines sum to %s (meals %s), sources %s/%s, header %s/%s', s.fen, s.meals, s.source_fen, s.source_meals, p.amount_fen, p.count_used)
    as found
from scope_posting p
left join posting_sums s on s.organization_id = p.organization_id and s.business_date = p.business_date and s.posting_id = p.id
where coalesce(s.fen, 0) <> 0 or coalesce(s.meals, 0) <> 0 or coalesce(s.source_fen, 0) <> p.amount_fen
  or coalesce(s.source_meals, 0) <> p.count_used
union all
select 'I1', s.organization_id, 'posting ' || s.posting_id, 'lines without posting'
from posting_sums s
where not exists (select from posting p where p.organization_id = s.organization_id and p.id = s.posting_id
  and p.business_date = s.business_date)
union all
select 'I2', w.organization_id, 'wallet ' || w.id, format('balance %s, lines sum to %s', w.balance_fen, coalesce(s.fen, 0))
from scope_wallet w left join entry_sums s on s.organization_id = w.organization_id and s.wallet_id = w.id
where w.balance_fen <> coalesce(s.fen, 0)
union all
select 'I2', s.organization_id, 'wallet ' || s.wallet_id, 'lines of a wallet that does not exist'
from entry_sums s left join wallet w on w.organization_id = s.organization_id and w.id = s.wallet_id
where w.id is null
union all
select 'I3', w.organization_id, 'wallet ' || w.id, format('version %s, %s lines', w.version, coalesce(s.lines, 0))
from scope_wallet w left join entry_sums s on s.organization_id = w.organization_id and s.wallet_id = w.id
where w.version <> coalesce(s.lines, 0)
union all
select 'I4', organization_id, 'wallet ' || id, format('balance %s, held %s, floor %s', balance_fen, held_fen, floor_fen)
from scope_wallet where balance_fen - held_fen < floor_fen
union all
select 'I5', p.organization_id, 'key ' || p.request_key, format('%s postings', count(*))
from scope_posting p group by p.organization_id, p.request_key having count(*) > 1
union all
select 'I5', p.organization_id, 'posting ' || p.id, 'no posted request under its key ' || p.request_key
from (select * from posting_row where $1::bigint = 0 or organization_id = $1) p
left join money_request r on r.organization_id = p.organization_id and r.request_key = p.request_key and r.refusal_code is null
  and (r.answer ->> 'postingId')::bigint = p.id
where r.request_key is null
union all
select 'I5', r.organization_id, 'key ' || r.request_key, 'answered with posting ' || (r.answer ->> 'postingId') || ', which does not exist'
from money_request r
left join posting p on p.organization_id = r.organization_id and p.id = (r.answer ->> 'postingId')::bigint
where ($1::bigint = 0 or r.organization_id = $1) and r.refusal_code is null and (r.answer ->> 'postingId')::bigint <> 0
  and p.id is null
union all
select 'I5', g.organization_id, 'posting ' || g.id, 'without its lot, or that of another person, kind or batch'
from scope_grant g left join wallet w on w.organization_id = g.organization_id and w.id = g.wallet_id
where w.id is null or w.person_id <> g.person_id or w.kind <> 'SUBSIDY' or w.batch_id <> g.batch_id
union all
select 'I5', g.organization_id, 'key ' || g.request_key, format('answered otherwise before its posting %s', g.id)
from scope_grant g join money_request r on r.organization_id = g.organization_id and r.request_key = g.request_key
union all
select 'I5', t.organization_id, 'trade ' || t.id, 'trade without its posting, or another amount, person or day'
from scope_trade t
left join posting p on p.organization_id = t.organization_id and p.id = t.id and p.business_date = t.business_date
where p.id is null or p.amount_fen <> t.amount_fen or p.person_id <> t.person_id or p.kind <> t.kind
  or p.count_used <> t.count_used or p.occurred_date <> t.occurred_date
union all
select 'I6', organization_id, 'wallet ' || wallet_id,
  format('line %s has version %s, %s %s is not %s', nth, wallet_version, before_fen, amount_fen, balance_after_fen)
from chain where nth <> wallet_version or before_fen + amount_fen <> balance_after_fen
union all
select 'I7', coalesce(r.organization_id, v.organization_id), 'posting ' || coalesce(r.posting_id, v.posting_id),
  format('reversed %s/%s of %s/%s, reversals sum to %s/%s', r.reversed_fen, r.reversed_count, r.amount_fen, r.count_used, v.fen, v.meals)
from reversed r
full join reversals v on v.organization_id = r.organization_id and v.posting_id = r.posting_id
left join posting p on p.organization_id = r.organization_id and p.id = r.posting_id
where r.posting_id is null or v.posting_id is null or r.reversed_fen <> v.fen or r.reversed_count <> v.meals
  or r.reversed_fen > r.amount_fen or r.amount_fen <> p.amount_fen or r.count_used <> p.count_used
union all
select 'I8', coalesce(c.organization_id, s.organization_id),
  format('person %s, %s, meal %s', coalesce(c.person_id, s.person_id), coalesce(c.occurred_date, s.occurred_date), coalesce(c.meal_period_id, s.meal_period_id)),
  format('counter %s/%s, trades %s/%s', s.trade_count, s.amount_fen, c.trades, c.fen)
from counted_last c
full join counters s on s.organization_id = c.organization_id and s.person_id = c.person_id
  and s.occurred_date = c.occurred_date and s.meal_period_id = c.meal_period_id and s.restaurant_id = c.restaurant_id
where c.trades is distinct from s.trade_count or c.fen is distinct from s.amount_fen
union all
select 'I9', coalesce(a.organization_id, b.organization_id),
  format('rollup_consume_place %s meal %s device %s', coalesce(a.business_date, b.business_date), coalesce(a.meal_period_id, b.meal_period_id), coalesce(a.device_id, b.device_id)),
  format('rollup %s, trades %s', b.sums, a.sums)
from place_recount a
full join place_rollup b on b.organization_id = a.organization_id and b.business_date = a.business_date
  and b.meal_period_id = a.meal_period_id and b.restaurant_id = a.restaurant_id and b.deploy_site_id = a.deploy_site_id
  and b.device_id = a.device_id
where a.sums is distinct from b.sums
union all
select 'I9', coalesce(a.organization_id, b.organization_id),
  format('rollup_consume_people %s meal %s type %s department %s', coalesce(a.business_date, b.business_date), coalesce(a.meal_period_id, b.meal_period_id), coalesce(a.person_type_id, b.person_type_id), coalesce(a.department_id, b.department_id)),
  format('rollup %s, trades %s', b.sums, a.sums)
from people_recount a
full join people_rollup b on b.organization_id = a.organization_id and b.business_date = a.business_date
  and b.meal_period_id = a.meal_period_id and b.restaurant_id = a.restaurant_id and b.person_type_id = a.person_type_id
  and b.department_id = a.department_id
where a.sums is distinct from b.sums
union all
select 'I9', r.organization_id, format('past_day %s', r.business_date),
  format('totals %s, folded by meal %s, by restaurant %s, by unit %s', r.sums, f.sums, p.sums, u.sums)
from past_rollup r
left join past_fold f on f.organization_id = r.organization_id and f.business_date = r.business_date
left join past_restaurant p on p.organization_id = r.organization_id and p.business_date = r.business_date
left join past_unit u on u.organization_id = r.organization_id and u.business_date = r.business_date
where r.sums is distinct from f.sums or r.sums is distinct from p.sums or r.sums is distinct from u.sums
union all
select 'I9', coalesce(d.organization_id, m.organization_id), format('past_month %s', coalesce(d.business_date, m.business_date)),
  format('its days %s, folded %s', d.sums, m.sums)
from past_month_days d
full join past_month m on m.organization_id = d.organization_id and m.business_date = d.business_date
where d.sums is distinct from m.sums
union all
select 'I9', coalesce(a.organization_id, b.organization_id),
  format('rollup_account_day %s %s %s', coalesce(a.business_date, b.business_date), coalesce(a.account, b.account), coalesce(a.posting_kind, b.posting_kind)),
  format('rollup %s/%s/%s, lines %s/%s/%s', b.in_fen, b.out_fen, b.lines, a.in_fen, a.out_fen, a.lines)
from account_recount a
full join account_rollup b on b.organization_id = a.organization_id and b.business_date = a.business_date
  and b.account = a.account and b.posting_kind = a.posting_kind and b.reverses_kind = a.reverses_kind
where (a.in_fen, a.out_fen, a.lines) is distinct from (b.in_fen, b.out_fen, b.lines)
union all
select 'I9', coalesce(a.organization_id, b.organization_id),
  format('rollup_operator_day %s operator %s %s', coalesce(a.business_date, b.business_date), coalesce(a.operator_id, b.operator_id), coalesce(a.account, b.account)),
  format('rollup %s/%s, lines %s/%s', b.in_fen, b.out_fen, a.in_fen, a.out_fen)
from operator_recount a
full join operator_rollup b on b.organization_id = a.organization_id and b.operator_id = a.operator_id
  and b.business_date = a.business_date and b.account = a.account and b.posting_kind = a.posting_kind
  and b.reverses_kind = a.reverses_kind
where (a.in_fen, a.out_fen) is distinct from (b.in_fen, b.out_fen)
union all
select 'I10', s.organization_id, 'seal ' || s.business_date, 'the day no longer matches its seal, or the chain is broken'
from (
  select s.*, coalesce(lag(chain_hash) over (partition by organization_id order by business_date), '') as before
  from ledger_seal s where $1::bigint = 0 or organization_id = $1) s
cross join lateral wallet_day_digest(s.organization_id, s.business_date) d
where s.previous_hash <> s.before or d.entries_hash <> s.entries_hash or d.entry_count <> s.entry_count
  or s.chain_hash <> encode(sha256(convert_to(s.previous_hash || s.business_date || s.entries_hash, 'UTF8')), 'hex')
union all
select 'I11', coalesce(w.organization_id, h.organization_id), 'wallet ' || coalesce(w.id, h.wallet_id),
  format('held %s, active holds %s', w.held_fen, h.fen)
from scope_wallet w full join held h on h.organization_id = w.organization_id and h.wallet_id = w.id
where coalesce(w.held_fen, 0) <> coalesce(h.fen, 0)
union all
select 'I12', p.organization_id, 'posting ' || p.id, format('booked on %s after its month was closed', p.business_date)
from scope_posting p
join period c on c.organization_id = p.organization_id and c.month = date_trunc('month', p.business_date)::date
where p.recorded_at > c.closed_at
union all
select 'I12', c.organization_id, 'period ' || c.month, 'closed while an earlier month with postings is open'
from period c
where ($1::bigint = 0 or c.organization_id = $1) and exists (
  select from posting p where p.organization_id = c.organization_id and p.business_date < c.month
    and not exists (select from period q where q.organization_id = p.organization_id
      and q.month = date_trunc('month', p.business_date)::date))
union all
select 'I13', organization_id, 'lot ' || id || ' of batch ' || batch_id,
  format('granted %s + adjusted %s ≠ used %s + cleared %s + returned %s + left %s', granted, adjusted, used, cleared, returned, balance_fen)
from lots where granted + adjusted <> used + cleared + returned + balance_fen
