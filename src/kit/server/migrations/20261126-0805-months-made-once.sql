-- Creates the month's partition of `parent`, when missing, and tells whether it did. Built beside and attached, so that readers and
-- other months wait for a moment only. Who finds the month there takes no lock; who has waited for the lock asks the catalogue
-- itself whether the month is there now: to_regclass answers from what the session remembered before it waited.
-- `zone`: the table is parted by instants, a month is one of that zone. For functions of the domains' owner, never called from outside.
create function make_month(parent text, day date, zone text default null, storage text default '') returns boolean language plpgsql as $$
declare
  first_day date := date_trunc('month', day)::date;
  next_day date := (first_day + interval '1 month')::date;
  child text := parent || to_char(first_day, '"_y"YYYY"m"MM');
begin
  if to_regclass(child) is not null then return false; end if;
  perform pg_advisory_xact_lock(742011807, hashtext(parent));
  if exists (select from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = parent::regclass and c.relname = child) then
    return false;
  end if;
  execute format('create table %I (like %I including defaults including constraints including indexes) %s', child, parent, storage);
  if zone is null then
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, child, first_day, next_day);
  else
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, child,
      first_day::timestamp at time zone zone, next_day::timestamp at time zone zone);
  end if;
  return true;
end $$;
