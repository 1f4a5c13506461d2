-- Days of a unit that its folds no longer tell: readers take them unfolded, the next night folds them anew. Of bookings the
-- wallet marks days itself; this is for what else the folds of domains above are made of. Every day the unit has booked is
-- marked, folded or not: a night under way may just be folding it.
create function wallet_mark_days(unit bigint, first_day date, last_day date) returns void language sql as $$
  insert into rollup_stale as r (organization_id, lane, business_date)
  select unit, -1, greatest(booked.first, first_day) + n
  from (select min(business_date) as first, max(business_date) as last from rollup_account_day where organization_id = unit) booked
  cross join lateral generate_series(0, least(booked.last, last_day) - greatest(booked.first, first_day)) n
  where booked.first is not null
  on conflict (organization_id, business_date, lane) do update set marks = r.marks + 1
$$;
