-- A role knows the template it was taken from and what of it was offered so far: what the template has beyond that came
-- later and is offered to it. For a template the same is said of the ready-made role it was given as. A template of an
-- earlier version may have been changed by hand: nothing counts as offered to it, so it is never overwritten.
alter table role
  add column template_id bigint references role on delete set null,
  add column offered_grants text[] not null default '{}';

update role r set template_id = t.id, offered_grants = t.grants
  from role t
 where t.is_template and not r.is_template and not r.is_owner
   and t.unit_type = r.unit_type and t.name = r.name
   and exists (select 1 from given_template g where g.unit_type = t.unit_type and g.name = t.name);

create index role_template_of on role (template_id) where template_id is not null;
