-- What a district asks of the people of the kitchen who come in (morning check, certificate, training), and since when:
-- what happened before is not held to it.
alter table district add column asks text[] not null default '{}';
alter table district add column asks_at timestamptz;
