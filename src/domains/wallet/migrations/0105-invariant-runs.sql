-- Every run of the invariant suite: when, over what, what it found. The page of checks and the month close read it.
create table invariant_run (
  organization_id bigint not null,
  id bigint not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  posting_count bigint not null,
  break_count bigint not null,
  -- The first 200 breaks: [{rule, subject, found}].
  breaks jsonb not null,
  primary key (organization_id, id)
);
create index invariant_run_started on invariant_run (organization_id, started_at);
create trigger refuse_change before update or delete on invariant_run for each row execute function wallet_refuse_change();

-- Rollup rows of past days are merged into lane -1: readers sum fewer rows. Writers that come late add to their lane again.
create function wallet_merge_lanes(organization bigint, before_day date) returns bigint language plpgsql as $$
declare
  merged bigint := 0;
  step bigint;
begin
  with gone as (
    delete from rollup_consume_place where organization_id = organization and business_date < before_day and lane >= 0 returning *)
  insert into rollup_consume_place as r
  select organization_id, business_date, meal_period_id, restaurant_id, deploy_site_id, device_id, -1, sum(consume_count),
    sum(heads), sum(origin_fen), sum(discount_fen), sum(amount_fen), sum(main_fen), sum(subsidy_fen), sum(gift_fen),
    sum(arrears_fen), sum(third_fen), sum(count_used), sum(reverse_count), sum(reversed_fen), sum(reversed_count_used),
    sum(supplement_count), sum(supplement_fen), sum(offline_count), min(first_at), max(last_at)
  from gone group by 1, 2, 3, 4, 5, 6
  on conflict (organization_id, business_date, meal_period_id, restaurant_id, deploy_site_id, device_id, lane) do update set
    consume_count = r.consume_count + excluded.consume_count, heads = r.heads + excluded.heads,
    origin_fen = r.origin_fen + excluded.origin_fen, discount_fen = r.discount_fen + excluded.discount_fen,
    amount_fen = r.amount_fen + excluded.amount_fen, main_fen = r.main_fen + excluded.main_fen,
    subsidy_fen = r.subsidy_fen + excluded.subsidy_fen, gift_fen = r.gift_fen + excluded.gift_fen,
    arrears_fen = r.arrears_fen + excluded.arrears_fen, third_fen = r.third_fen + excluded.third_fen,
    count_used = r.count_used + excluded.count_used, reverse_count = r.reverse_count + excluded.reverse_count,
    reversed_fen = r.reversed_fen + excluded.reversed_fen,
    reversed_count_used = r.reversed_count_used + excluded.reversed_count_used,
    supplement_count = r.supplement_count + excluded.supplement_count,
    supplement_fen = r.supplement_fen + excluded.supplement_fen, offline_count = r.offline_count + excluded.offline_count,
    first_at = least(r.first_at, excluded.first_at), last_at = greatest(r.last_at, excluded.last_at);
  get diagnostics step = row_count;
  merged := merged + step;
  with gone as (
    delete from rollup_consume_people where organization_id = organization and business_date < before_day and lane >= 0 returning *)
  insert into rollup_consume_people as r
  select organization_id, business_date, meal_period_id, restaurant_id, person_type_id, department_id, -1, sum(consume_count),
    sum(heads), sum(origin_fen), sum(discount_fen), sum(amount_fen), sum(main_fen), sum(subsidy_fen), sum(gift_fen),
    sum(arrears_fen), sum(third_fen), sum(count_used), sum(reverse_count), sum(reversed_fen), sum(reversed_count_used),
    sum(supplement_count), sum(supplement_fen), sum(offline_count), min(first_at), max(last_at)
  from gone group by 1, 2, 3, 4, 5, 6
  on conflict (organization_id, business_date, meal_period_id, restaurant_id, person_type_id, department_id, lane) do update set
    consume_count = r.consume_count + excluded.consume_count, heads = r.heads + excluded.heads,
    origin_fen = r.origin_fen + excluded.origin_fen, discount_fen = r.discount_fen + excluded.discount_fen,
    amount_fen = r.amount_fen + excluded.amount_fen, main_fen = r.main_fen + excluded.main_fen,
    subsidy_fen = r.subsidy_fen + excluded.subsidy_fen, gift_fen = r.gift_fen + excluded.gift_fen,
    arrears_fen = r.arrears_fen + excluded.arrears_fen, third_fen = r.third_fen + excluded.third_fen,
    count_used = r.count_used + excluded.count_used, reverse_count = r.reverse_count + excluded.reverse_count,
    reversed_fen = r.reversed_fen + excluded.reversed_fen,
    reversed_count_used = r.reversed_count_used + excluded.reversed_count_used,
    supplement_count = r.supplement_count + excluded.supplement_count,
    supplement_fen = r.supplement_fen + excluded.supplement_fen, offline_count = r.offline_count + excluded.offline_count,
    first_at = least(r.first_at, excluded.first_at), last_at = greatest(r.last_at, excluded.last_at);
  get diagnostics step = row_count;
  merged := merged + step;
  with gone as (
    delete from rollup_account_day where organization_id = organization and business_date < before_day and lane >= 0 returning *)
  insert into rollup_account_day as r
  select organization_id, business_date, account, posting_kind, reverses_kind, -1, sum(in_fen), sum(out_fen), sum(entry_count)
  from gone group by 1, 2, 3, 4, 5
  on conflict (organization_id, business_date, account, posting_kind, reverses_kind, lane) do update set
    in_fen = r.in_fen + excluded.in_fen, out_fen = r.out_fen + excluded.out_fen,
    entry_count = r.entry_count + excluded.entry_count;
  get diagnostics step = row_count;
  merged := merged + step;
  with gone as (
    delete from rollup_operator_day where organization_id = organization and business_date < before_day and lane >= 0 returning *)
  insert into rollup_operator_day as r
  select organization_id, operator_id, business_date, posting_kind, reverses_kind, account, -1, sum(in_fen), sum(out_fen),
    sum(entry_count)
  from gone group by 1, 2, 3, 4, 5, 6
  on conflict (organization_id, operator_id, business_date, posting_kind, reverses_kind, account, lane) do update set
    in_fen = r.in_fen + excluded.in_fen, out_fen = r.out_fen + excluded.out_fen,
    entry_count = r.entry_count + excluded.entry_count;
  get diagnostics step = row_count;
  return merged + step;
end $$;
