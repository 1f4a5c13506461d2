-- Months are made by one function: what waited for another's month finds it. Uploads of readings wait for each other no longer, as
-- they did for the lock each of them held to its end.
create or replace function sample_ensure_month(day date) returns void language sql security definer as
  $$ select make_month('reading_hour', day, 'Asia/Shanghai', 'with (fillfactor = 80)') $$;
