-- Lines and heads of batches say the same by the same names everywhere.
alter table funding_batch rename column ok_count to posted_count;
alter table funding_batch rename column ok_fen to posted_fen;
alter table funding_batch rename column fail_count to failed_count;
alter table funding_batch rename column fail_fen to failed_fen;
alter table funding_batch_line rename column reason to fail_reason;
alter table funding_batch_line add column id bigint, add column fail_code text, add column posted_at timestamptz;
with taken as materialized (
    select array_agg(nextval('id_block')) as blocks from generate_series(0, (select count(*) / 1000 from funding_batch_line))),
  numbered as (
    select organization_id, batch_id, line_no, row_number() over () - 1 as turn from funding_batch_line)
update funding_batch_line l set id = blocks[turn / 1000 + 1] * 1000 + turn % 1000
  from numbered n, taken
 where l.organization_id = n.organization_id and l.batch_id = n.batch_id and l.line_no = n.line_no;
alter table funding_batch_line alter column id set not null, drop constraint funding_batch_line_pkey,
  add primary key (organization_id, id), drop constraint funding_batch_line_status_check;
update funding_batch_line set status = 'POSTED' where status = 'DONE';
alter table funding_batch_line add check (status in ('LEFT_OUT', 'PENDING', 'POSTED', 'FAILED'));
create unique index funding_batch_line_no on funding_batch_line (organization_id, batch_id, line_no);
