-- Which row of an import wrote a day, so that taking it back leaves alone what somebody entered since. Imports from before remembered
-- the span they wrote: their days are those of the span that were written while the import ran.
alter table calendar_day add column import_id bigint;
update calendar_day c set import_id = r.made_id
from import_row r join import_task t on t.id = r.task_id
where t.page_path = '/admin/organization/fixed_value/calendar' and t.unit_id = c.organization_id and t.status = 'DONE'
  and t.taken_back_at is null and r.state = 'COMMITTED' and r.made_id is not null
  and c.id between r.made_id / 1000 and r.made_id / 1000 + r.made_id % 1000 - 1
  and c.created_at between t.created_at and t.finished_at;
