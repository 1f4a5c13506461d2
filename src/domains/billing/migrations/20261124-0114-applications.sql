-- What the platform sells of itself, until when each unit has it, and what was paid for that.
create table application (
  id bigint primary key,
  code text not null unique check (code ~ '^[A-Z][A-Z0-9_]{1,31}$'),
  name text not null,
  unit_type text not null check (unit_type in ('ORGANIZATION', 'CONTRACTOR')),
  -- The service itself, to whose end the unit's own date is the key; its renewal is the annual fee.
  base boolean not null default false,
  -- Whoever has this one has these as well.
  includes_ids bigint[] not null default '{}',
  price_year_fen bigint not null default 0 check (price_year_fen >= 0),
  trial_days int not null default 0 check (trial_days between 0 and 365),
  intro text not null default '',
  -- NORMAL: on sale; until then everybody has it.
  status text not null default 'DISABLED' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  -- Its place among them: with a unit's id it numbers the unit's services.
  ordinal int not null unique check (ordinal between 1 and 999)
);
-- The next one, whoever adds an application; two at once are told apart by the key.
create function application_ordinal() returns trigger language plpgsql as $$
begin
  new.ordinal := coalesce(new.ordinal, (select coalesce(max(ordinal), 0) + 1 from application));
  return new;
end $$;
create trigger application_ordinal before insert on application for each row execute function application_ordinal();
create unique index application_name on application (unit_type, name);

-- Until when a unit has an application; states follow from the dates and are kept nowhere.
create table subscription (
  unit_type text not null check (unit_type in ('ORGANIZATION', 'CONTRACTOR')),
  unit_id bigint not null,
  application_id bigint not null references application (id),
  started_on date not null,
  -- The last day; of the base the unit's own date counts.
  end_on date not null,
  trial boolean not null default false,
  trial_used boolean not null default false,
  closed_on date,
  version int not null default 1,
  updated_at timestamptz not null,
  primary key (unit_type, unit_id, application_id)
);
create index subscription_application on subscription (application_id, end_on);
comment on table subscription is 'not-tenant: between units and the platform';

create table application_activity (
  id bigint primary key,
  name text not null,
  application_ids bigint[] not null,
  discount_type text not null check (discount_type in ('PERCENT', 'MINUS', 'GIFT_MONTH')),
  -- What is still paid, in 1/10,000; what is taken off; months more: one of them, by the type.
  percent_paid int check (percent_paid between 0 and 10000),
  minus_fen bigint check (minus_fen > 0),
  gift_months int check (gift_months between 1 and 36),
  start_at timestamptz not null,
  end_at timestamptz not null check (end_at > start_at),
  use_limit int check (use_limit > 0),
  used int not null default 0 check (used >= 0 and (use_limit is null or used <= use_limit)),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ONGOING', 'ENDED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  check (case discount_type when 'PERCENT' then percent_paid is not null when 'MINUS' then minus_fen is not null
    else gift_months is not null end)
);
create unique index application_activity_name on application_activity (name);

-- One opening, renewal or upgrade with its price as it was then; paid by its bill.
create table subscription_order (
  id bigint primary key,
  order_no text not null unique,
  unit_type text not null check (unit_type in ('ORGANIZATION', 'CONTRACTOR')),
  unit_id bigint not null,
  organization_id bigint generated always as (case when unit_type = 'ORGANIZATION' then unit_id end) stored,
  contractor_id bigint generated always as (case when unit_type = 'CONTRACTOR' then unit_id end) stored,
  -- Whose customer it was.
  agent_id bigint,
  application_id bigint not null references application (id),
  kind text not null check (kind in ('OPEN', 'RENEW', 'UPGRADE')),
  years int not null check (years between 1 and 10),
  list_fen bigint not null,
  activity_id bigint references application_activity (id),
  minus_fen bigint not null default 0,
  gift_months int not null default 0,
  -- What the days left of those it takes the place of were worth.
  credit_fen bigint not null default 0,
  amount_fen bigint not null check (amount_fen >= 0 and amount_fen = list_fen - minus_fen - credit_fen),
  -- Applications it takes the place of with their last days, to be given back if it is void.
  replaced jsonb not null default '[]',
  -- The end there was when it was ordered, which the agent works by.
  expires_on date,
  from_on date,
  to_on date,
  bill_id bigint references unit_bill (id),
  status text not null check (status in ('WAITING', 'DONE', 'VOID')),
  maker_id bigint,
  maker_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index subscription_order_unit on subscription_order (unit_type, unit_id, application_id, created_at desc);
create unique index subscription_order_waiting on subscription_order (unit_type, unit_id, application_id) where status = 'WAITING';
create index subscription_order_agent on subscription_order (agent_id, expires_on) where agent_id is not null;
create index subscription_order_at on subscription_order (created_at desc, id desc);
create index subscription_order_expires on subscription_order (expires_on desc, id desc);
create index subscription_order_activity on subscription_order (activity_id) where activity_id is not null;
comment on table subscription_order is 'not-tenant: between units and the platform';

-- Every unit with every application of its kind: its own last day, or that of an application that includes it.
create view unit_service as
select u.unit_id * 1000 + a.ordinal as id, a.id as application_id, a.code, a.name as application_name, a.base, a.status as sale, u.unit_type, u.unit_id, u.unit_name,
  case when u.unit_type = 'ORGANIZATION' then u.unit_id end as organization_id,
  case when u.unit_type = 'CONTRACTOR' then u.unit_id end as contractor_id,
  u.agent_id, s.started_on,
  case when a.base then u.expire_at else greatest(s.end_on, above.end_on) end as end_on,
  case when a.base then u.expire_at else s.end_on end as own_end_on,
  (s.trial and not a.base and coalesce(above.end_on <= s.end_on, true)) is true as trial,
  coalesce(s.trial_used, false) as trial_used,
  case when above.end_on > coalesce(s.end_on, '-infinity') then above.name end as covered_by,
  s.closed_on
from application a
join (
  select 'ORGANIZATION' as unit_type, o.id as unit_id, o.name as unit_name, o.agent_id, o.expire_at, o.status from organization o
  union all select 'CONTRACTOR', c.id, c.name, c.agent_id, c.expire_at, c.status from contractor c
) u on u.unit_type = a.unit_type
left join subscription s on s.unit_type = u.unit_type and s.unit_id = u.unit_id and s.application_id = a.id
left join lateral (
  select b.end_on, x.name from application x
  join subscription b on b.application_id = x.id and b.unit_type = u.unit_type and b.unit_id = u.unit_id and b.closed_on is null
  where a.id = any(x.includes_ids) order by b.end_on desc, x.id limit 1
) above on true;
