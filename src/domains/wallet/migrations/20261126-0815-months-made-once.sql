-- Months are made by one function: what waited for another's month finds it, and nobody waits where it stands.
create or replace function wallet_ensure_month(day date) returns void language plpgsql security definer as $$
declare
  parent text;
begin
  foreach parent in array array['posting', 'ledger_entry', 'trade'] loop
    if make_month(parent, day) then
      execute format('create trigger refuse_truncate before truncate on %I execute function wallet_refuse_change()',
        parent || to_char(day, '"_y"YYYY"m"MM'));
    end if;
  end loop;
end $$;
