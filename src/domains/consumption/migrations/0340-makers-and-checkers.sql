-- Who made a document and who decided on it stand in columns of one name on every document.
do $$
declare
  renamed record;
begin
  for renamed in
    select * from (values
      ('correction_batch', 'applicant_id', 'maker_id'), ('correction_batch', 'applicant_name', 'maker_name'),
      ('correction', 'applicant_id', 'maker_id'), ('correction', 'applicant_name', 'maker_name'),
      ('manual_charge', 'operator_id', 'maker_id'), ('manual_charge', 'operator_name', 'maker_name')
    ) as t (tbl, old, new)
    union all
    select tbl, old, new
      from unnest(array['correction_batch', 'correction', 'manual_charge']) as tbl,
        (values ('auditor_id', 'checker_id'), ('auditor_name', 'checker_name'), ('audit_note', 'check_note'),
          ('decided_at', 'checked_at')) as c (old, new)
  loop
    execute format('alter table %I rename column %I to %I', renamed.tbl, renamed.old, renamed.new);
  end loop;
end $$;
