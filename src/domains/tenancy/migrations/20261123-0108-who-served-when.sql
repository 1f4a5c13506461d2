-- Which contractor served a restaurant on which days (both included), under which contract. No day has two: numbers stand as
-- ranges of one because those need no extension.
create table contract_restaurant (
  organization_id bigint not null,
  id bigint not null,
  contract_id bigint not null,
  restaurant_id bigint not null,
  contractor_id bigint not null,
  from_date date not null,
  to_date date not null,
  primary key (organization_id, id),
  check (to_date >= from_date),
  constraint contract_restaurant_once exclude using gist (int8range(organization_id, organization_id, '[]') with &&,
    int8range(restaurant_id, restaurant_id, '[]') with &&, daterange(from_date, to_date, '[]') with &&)
);
create index contract_restaurant_term on contract_restaurant (organization_id, restaurant_id, contractor_id, from_date, to_date);
create index contract_restaurant_contract on contract_restaurant (organization_id, contract_id);
create index contract_restaurant_contractor on contract_restaurant (contractor_id, to_date);

-- Contracts in force first: where records of the past disagree, the one in force is right.
insert into contract_restaurant (organization_id, id, contract_id, restaurant_id, contractor_id, from_date, to_date)
select s.organization_id, r.id, s.id, r.id, s.contractor_id, s.start_date, s.end_date
from restaurant r join lateral (
  select * from contract_site c where c.organization_id = r.organization_id and c.contractor_id = r.contractor_id and c.status = 'ACTIVE'
  order by r.id = any(c.restaurant_ids) desc, c.start_date, c.id limit 1) s on true;
insert into contract_restaurant (organization_id, id, contract_id, restaurant_id, contractor_id, from_date, to_date)
select s.organization_id, s.id * 1000 + o.n, s.id, o.restaurant_id, s.contractor_id, s.start_date,
  least(s.end_date, (s.updated_at at time zone 'Asia/Shanghai')::date)
from contract_site s cross join lateral unnest(s.restaurant_ids) with ordinality o (restaurant_id, n)
where s.status in ('EXPIRED', 'TERMINATED') and (s.updated_at at time zone 'Asia/Shanghai')::date >= s.start_date
on conflict do nothing;

-- Whether the contractor sees the accounts of diners, which name no restaurant.
alter table contract_site add column accounts_visible text not null default 'SOLE'
  check (accounts_visible in ('SOLE', 'YES', 'NO'));
