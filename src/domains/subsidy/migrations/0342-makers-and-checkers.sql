-- Who made a document and who decided on it stand in columns of one name on every document; nobody yet is ''.
do $$
declare
  renamed record;
  tbl text;
begin
  for renamed in
    select * from (values
      ('subsidy_batch', 'creator_id', 'maker_id'), ('subsidy_batch', 'creator_name', 'maker_name'),
      ('subsidy_batch', 'audit_reason', 'check_note'),
      ('subsidy_return', 'operator_id', 'maker_id'), ('subsidy_return', 'operator_name', 'maker_name'),
      ('subsidy_clear_run', 'creator_id', 'maker_id'), ('subsidy_clear_run', 'creator_name', 'maker_name')
    ) as t (tbl, old, new)
    union all
    select t, old, new
      from unnest(array['subsidy_batch', 'subsidy_return', 'subsidy_clear_run']) as t,
        (values ('auditor_id', 'checker_id'), ('auditor_name', 'checker_name'), ('audited_at', 'checked_at')) as c (old, new)
  loop
    execute format('alter table %I rename column %I to %I', renamed.tbl, renamed.old, renamed.new);
  end loop;
  alter table subsidy_return add column check_note text, add column version int not null default 1;
  alter table subsidy_clear_run add column check_note text, add column version int not null default 1;
  foreach tbl in array array['subsidy_batch', 'subsidy_return', 'subsidy_clear_run'] loop
    execute format('update %I set checker_name = coalesce(checker_name, %L), check_note = coalesce(check_note, %L)
      where checker_name is null or check_note is null', tbl, '', '');
    execute format('alter table %I alter checker_name set default %L, alter checker_name set not null,
      alter check_note set default %L, alter check_note set not null', tbl, '', '');
  end loop;
end $$;
