-- Months are made by one function: what waited for another's month finds it, and nobody waits where it stands: bills of different
-- merchants are written side by side.
create or replace function clearing_ensure_month(day date) returns void language sql security definer as
  $$ select make_month('merchant_bill_line', day) $$;
