-- A correction of a batch has its place among its lines, as the lines of every batch have.
alter table correction add column line_no int;
update correction c set line_no = n.line_no
  from (select organization_id, id, row_number() over (partition by organization_id, batch_id order by id) as line_no
        from correction where batch_id is not null) n
 where c.organization_id = n.organization_id and c.id = n.id;
drop index correction_batch_lines;
create index correction_batch_lines on correction (organization_id, batch_id, line_no, id) where batch_id is not null;
