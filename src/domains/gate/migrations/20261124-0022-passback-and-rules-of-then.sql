-- Rules as they stood: a passage that comes late is judged by those of its moment.
create trigger keep_past after update or delete on door_rule for each row execute function keep_past();

-- In twice without out: nothing, a word to the guard, or refused.
alter table district add column passback text not null default 'OFF' check (passback in ('OFF', 'WARN', 'FORBID'));
alter table passage add column passback boolean not null default false;

-- From when on somebody (null: everybody) counts as outside again, because the guard said so.
create table passback_clear (
  organization_id bigint not null,
  id bigint not null,
  district_id bigint not null,
  person_id bigint,
  at timestamptz not null,
  by_name text not null,
  primary key (organization_id, id)
);
create index passback_clear_district on passback_clear (organization_id, district_id, at desc);

-- The version of the passes a door says it has.
alter table device_beat add column pass_version bigint;
