-- How rows stood before they changed, and how they are going to change: what happened at an instant is judged by the rows
-- of that instant, whenever it becomes known. A table takes part by a trigger of keep_past(); a change planned for a day
-- is a row of planned_row until its day has come.
create table past_row (
  organization_id bigint not null,
  table_name text not null,
  row_id bigint not null,
  -- It stood so until this instant; from then on the next past row holds, or the row itself.
  until timestamptz not null,
  content jsonb not null,
  primary key (organization_id, table_name, row_id, until)
);
create index past_row_until on past_row (organization_id, until);

create table planned_row (
  organization_id bigint not null,
  table_name text not null,
  row_id bigint not null,
  valid_from timestamptz not null,
  -- The columns that change.
  content jsonb not null,
  made_at timestamptz not null,
  made_by bigint not null,
  made_name text not null,
  primary key (organization_id, table_name, row_id, valid_from)
);
create index planned_row_due on planned_row (valid_from);

-- Keeps the row as it was: the columns named, or all of them. The instant is the row's updated_at, so that the clock is the
-- one of the command; who removes a row touches it first. Two changes in one instant keep what stood before both.
create function keep_past() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old) - array['updated_at', 'version'];
  ends timestamptz;
begin
  if old.organization_id is null then return null; end if;
  if tg_nargs > 0 then
    select jsonb_object_agg(key, value) into was from jsonb_each(was) where key = any(tg_argv);
  end if;
  if tg_op = 'UPDATE' then
    if was = (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(new)) where was ? key) then return null; end if;
    ends := new.updated_at;
  else
    ends := old.updated_at;
  end if;
  insert into past_row (organization_id, table_name, row_id, until, content)
  values (old.organization_id, tg_table_name, old.id, ends, was) on conflict do nothing;
  return null;
end $$;
