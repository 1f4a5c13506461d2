-- Who was called about an annual fee, by whom, and what was promised.
create table annual_fee_call (
  id bigint primary key,
  order_id bigint not null references subscription_order (id),
  agent_id bigint,
  way text not null check (way in ('PHONE', 'VISIT', 'MESSAGE')),
  words text not null,
  promised_on date,
  maker_id bigint not null,
  maker_name text not null,
  created_at timestamptz not null
);
create index annual_fee_call_order on annual_fee_call (order_id, created_at desc);
create index annual_fee_call_agent on annual_fee_call (agent_id, created_at desc);

-- What an agent bought in a year, and the grade that follows; the platform decides.
create table agent_grade_proposal (
  id bigint primary key,
  agent_id bigint not null references agent (id),
  year int not null,
  from_grade_id bigint not null references agent_grade (id),
  to_grade_id bigint not null references agent_grade (id),
  bought_fen bigint not null,
  status text not null check (status in ('PROPOSED', 'CONFIRMED', 'DROPPED')),
  version int not null default 1,
  maker_id bigint,
  maker_name text not null default '',
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (agent_id, year)
);
create index agent_grade_proposal_at on agent_grade_proposal (created_at desc, id desc);
