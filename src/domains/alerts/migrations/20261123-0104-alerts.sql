-- What calls for somebody: alerts, what became of them, who hears of them, and the group robots that carry them to a phone.
create table alert (
  organization_id bigint not null references organization (id),
  id bigint not null,
  kind text not null,
  level text not null check (level in ('INFO', 'WARN', 'CRITICAL')),
  -- What it is about, stable: «cabinet:12», «meal:2026-11-23:3:7».
  object_key text not null,
  object_name text not null,
  restaurant_id bigint,
  detail text not null,
  -- The page of the lines behind it, and its search.
  open_path text,
  open_search jsonb,
  status text not null check (status in ('OPEN', 'HANDLING', 'CLOSED', 'IGNORED', 'AUTO_RECOVERED')),
  -- Business day of its beginning.
  day date not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- When the server learned of it, or of its return: from here escalation counts.
  raised_at timestamptz not null,
  count int not null default 1 check (count > 0),
  recurring boolean not null default false,
  -- Told long after it happened: a terminal was cut off.
  late boolean not null default false,
  -- 0 whoever is on duty, 1 the director as well, 2 the head as well.
  stage int not null default 0 check (stage between 0 and 2),
  owner_id bigint,
  owner_name text not null default '',
  taken_at timestamptz,
  ended_at timestamptz,
  note text not null default '',
  ignore_until timestamptz,
  -- It went away by itself and somebody still has to say what it was.
  note_due boolean not null default false,
  version int not null default 1,
  primary key (organization_id, id),
  check ((status in ('OPEN', 'HANDLING')) = (ended_at is null)),
  check (status <> 'IGNORED' or level <> 'CRITICAL')
);
create unique index alert_live on alert (organization_id, kind, object_key) where status in ('OPEN', 'HANDLING');
create index alert_object on alert (organization_id, kind, object_key, last_at desc);
create index alert_time on alert (organization_id, last_at desc, id desc);
create index alert_first on alert (organization_id, first_at desc, id desc);
create index alert_status on alert (organization_id, status, last_at desc);
create index alert_standing on alert (kind) where status in ('OPEN', 'HANDLING');
create index alert_waiting on alert (raised_at) where status = 'OPEN';

create table alert_step (
  organization_id bigint not null,
  id bigint not null,
  alert_id bigint not null,
  at timestamptz not null,
  event text not null,
  by_name text not null default '',
  note text not null default '',
  primary key (organization_id, id),
  foreign key (organization_id, alert_id) references alert (organization_id, id)
);
create index alert_step_of on alert_step (organization_id, alert_id, at);
create trigger refuse_change before update or delete on alert_step for each row execute function wallet_refuse_change();

create table alert_receiver (
  organization_id bigint not null references organization (id),
  id bigint not null,
  employee_id bigint not null references employee (id),
  post text not null check (post in ('DUTY', 'DIRECTOR', 'HEAD')),
  min_level text not null check (min_level in ('INFO', 'WARN', 'CRITICAL')),
  -- Empty: every kind; every restaurant.
  kinds text[] not null default '{}',
  restaurant_ids bigint[] not null default '{}',
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id)
);
create unique index alert_receiver_once on alert_receiver (organization_id, employee_id, post);
create index alert_receiver_created on alert_receiver (organization_id, created_at desc);

create table alert_robot (
  organization_id bigint not null references organization (id),
  id bigint not null,
  name text not null,
  kind text not null check (kind in ('WECOM', 'DINGTALK')),
  -- Both sealed: whoever knows the address may write into the group.
  url text not null,
  secret text not null default '',
  min_level text not null check (min_level in ('INFO', 'WARN', 'CRITICAL')),
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  -- What became of the last message.
  last_at timestamptz,
  last_ok boolean,
  last_error text not null default '',
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id)
);
create unique index alert_robot_name on alert_robot (organization_id, name);
create index alert_robot_created on alert_robot (organization_id, created_at desc);

create table alert_post (
  organization_id bigint not null,
  id bigint not null,
  robot_id bigint not null,
  alert_id bigint not null,
  text text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'SENT', 'FAILED')),
  not_before timestamptz not null,
  tries int not null default 0,
  error text not null default '',
  created_at timestamptz not null,
  done_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, robot_id) references alert_robot (organization_id, id) on delete cascade,
  foreign key (organization_id, alert_id) references alert (organization_id, id)
);
create index alert_post_due on alert_post (not_before, id) where status = 'PENDING';
create index alert_post_robot on alert_post (organization_id, robot_id);
