-- Who made a document and who decided on it stand in columns of one name on every document; nobody yet is ''.
do $$
declare
  renamed record;
  tbl text;
begin
  for renamed in
    select * from (values
      ('funding_batch', 'creator_id', 'maker_id'), ('funding_batch', 'creator_name', 'maker_name'),
      ('refund_order', 'applicant_id', 'maker_id'), ('refund_order', 'applicant_name', 'maker_name')
    ) as t (tbl, old, new)
    union all
    select t, old, new
      from unnest(array['funding_batch', 'refund_order']) as t,
        (values ('auditor_id', 'checker_id'), ('auditor_name', 'checker_name'), ('audit_reason', 'check_note'),
          ('audited_at', 'checked_at')) as c (old, new)
  loop
    execute format('alter table %I rename column %I to %I', renamed.tbl, renamed.old, renamed.new);
  end loop;
  foreach tbl in array array['funding_batch', 'refund_order'] loop
    execute format('update %I set checker_name = coalesce(checker_name, %L), check_note = coalesce(check_note, %L)
      where checker_name is null or check_note is null', tbl, '', '');
    execute format('alter table %I alter checker_name set default %L, alter checker_name set not null,
      alter check_note set default %L, alter check_note set not null', tbl, '', '');
  end loop;
end $$;
