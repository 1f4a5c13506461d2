-- Attendance from passages: shifts, who works them when, leave and forgotten punches, and what each day came to.
create table shift (
  organization_id bigint not null references organization (id),
  id bigint not null,
  name text not null check (length(name) between 1 and 40),
  -- HH:mm by the unit's clock; an end not after its beginning is on the next day.
  in1 text not null, out1 text not null, in2 text, out2 text, in3 text, out3 text,
  grace_min int not null default 0 check (grace_min between 0 and 120),
  -- Later than this is absence.
  absent_min int not null default 120 check (absent_min between 1 and 720),
  before_min int not null default 120 check (before_min between 0 and 720),
  after_min int not null default 240 check (after_min between 0 and 720),
  -- Empty: every district of the grounds.
  district_ids bigint[] not null default '{}',
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  constraint shift_name unique (organization_id, name)
);

create table shift_plan (
  organization_id bigint not null references organization (id),
  id bigint not null,
  name text not null check (length(name) between 1 and 40),
  shift_id bigint not null,
  type_ids bigint[] not null default '{}',
  department_ids bigint[] not null default '{}',
  person_ids bigint[] not null default '{}',
  except_ids bigint[] not null default '{}',
  -- Kinds of days that are worked; empty: every day.
  day_kinds text[] not null default '{}' check (day_kinds <@ array['WORKDAY', 'WEEKEND', 'HOLIDAY']),
  from_date date not null,
  to_date date,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  constraint shift_plan_name unique (organization_id, name),
  foreign key (organization_id, shift_id) references shift (organization_id, id),
  check (to_date >= from_date)
);

-- Leave, and punches that were forgotten: asked for by one, decided by another.
create table attendance_request (
  organization_id bigint not null references organization (id),
  id bigint not null,
  person_id bigint not null,
  kind text not null check (kind in ('SICK', 'PERSONAL', 'OFFICIAL', 'PUNCH_IN', 'PUNCH_OUT')),
  from_date date not null,
  to_date date not null,
  -- Half days of leave: what begins before noon, what begins after it.
  half text not null default 'ALL' check (half in ('ALL', 'AM', 'PM')),
  -- When a forgotten punch was.
  punch_at timestamptz,
  reason text not null default '',
  status text not null default 'ASKED' check (status in ('ASKED', 'APPROVED', 'REJECTED', 'CANCELLED')),
  maker_id bigint not null,
  maker_name text not null,
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  created_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id),
  check (to_date >= from_date and to_date <= from_date + 366),
  check ((kind in ('PUNCH_IN', 'PUNCH_OUT')) = (punch_at is not null))
);
create index attendance_request_created on attendance_request (organization_id, created_at desc);
create index attendance_request_person on attendance_request (organization_id, person_id, to_date) where status = 'APPROVED';

create table attendance_day (
  organization_id bigint not null references organization (id),
  id bigint not null,
  person_id bigint not null,
  day date not null,
  department_id bigint,
  -- Null on a day of rest.
  shift_id bigint,
  shift_name text not null default '',
  first_in timestamptz,
  last_out timestamptz,
  late_min int not null default 0,
  early_min int not null default 0,
  result text not null check (result in ('NORMAL', 'LATE', 'EARLY', 'MISSED', 'ABSENT', 'LEAVE', 'PENDING', 'REST')),
  settled_at timestamptz not null,
  primary key (organization_id, person_id, day),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create index attendance_day_day on attendance_day (organization_id, day desc, id desc);
create index attendance_day_pending on attendance_day (organization_id, day) where result = 'PENDING';

-- Days to look at again: a passage arrived late, a rule of them changed. Person 0: all of them.
create table attendance_due (
  organization_id bigint not null references organization (id),
  person_id bigint not null,
  day date not null,
  primary key (organization_id, day, person_id)
);
