-- The first documents of a month come at once from several hands. Whoever has waited for the lock asks the catalogue itself whether the
-- month is there now: to_regclass answers from what the session remembered before it waited.
create or replace function stock_ensure_month(day date) returns void language plpgsql security definer as $$
declare
  first_day date := date_trunc('month', day)::date;
  child text := 'stock_entry' || to_char(first_day, '"_y"YYYY"m"MM');
begin
  if to_regclass(child) is not null then return; end if;
  perform pg_advisory_xact_lock(742011805);
  if not exists (select from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'stock_entry'::regclass and c.relname = child) then
    execute format('create table %I (like stock_entry including defaults including constraints including indexes)', child);
    execute format('alter table stock_entry attach partition %I for values from (%L) to (%L)',
      child, first_day, (first_day + interval '1 month')::date);
  end if;
end $$;
