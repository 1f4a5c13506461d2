-- Months are made by one function: what waited for another's month finds it, and nobody waits where it stands.
create or replace function stock_ensure_month(day date) returns void language sql security definer as
  $$ select make_month('stock_entry', day) $$;
