-- Whatever is changed of a person or a card that a swipe is decided by moves payer_facts, whoever changes it. A new person or card is
-- nobody's yet: only what was found is kept.
create function payers_moved(organizations bigint[]) returns void language plpgsql as $$
begin
  if cardinality(organizations) = 0 then
    return;
  end if;
  -- The lock of people and cards comes first, as in every change of them: the other way round two changes could wait for each other.
  perform 1 from card_list_version where organization_id = any(organizations) order by organization_id for update;
  insert into payer_facts as f (organization_id, version) select o, 1 from unnest(organizations) o order by o
    on conflict (organization_id) do update set version = f.version + 1;
end $$;

create function person_moved() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform payers_moved(array(select distinct organization_id from before_rows));
  else
    perform payers_moved(array(select distinct b.organization_id from before_rows b
      join after_rows a on a.organization_id = b.organization_id and a.id = b.id
      where (a.name, a.job_number, a.type_id, a.department_id, a.status, a.valid_end)
        is distinct from (b.name, b.job_number, b.type_id, b.department_id, b.status, b.valid_end)));
  end if;
  return null;
end $$;

create function card_moved() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform payers_moved(array(select distinct organization_id from before_rows));
  else
    perform payers_moved(array(select distinct b.organization_id from before_rows b
      join after_rows a on a.organization_id = b.organization_id and a.id = b.id
      where (a.card_no, a.person_id, a.status, a.valid_end) is distinct from (b.card_no, b.person_id, b.status, b.valid_end)));
  end if;
  return null;
end $$;

create trigger payers_moved after update on person referencing old table as before_rows new table as after_rows
  for each statement execute function person_moved();
create trigger payers_gone after delete on person referencing old table as before_rows
  for each statement execute function person_moved();
create trigger payers_moved after update on card referencing old table as before_rows new table as after_rows
  for each statement execute function card_moved();
create trigger payers_gone after delete on card referencing old table as before_rows
  for each statement execute function card_moved();
