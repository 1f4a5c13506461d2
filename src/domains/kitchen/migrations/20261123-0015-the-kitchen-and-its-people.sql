-- People of the kitchen: who they are, what they may do where, when they work, whether they were fit, and what they recorded.
-- Evidence only grows: a check, a step upon it, a record and its correction are rows that no statement changes.
create function kitchen_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows', tg_table_name using errcode = 'restrict_violation';
end $$;

create table cook_user (
  organization_id bigint not null references organization (id),
  id bigint not null,
  person_id bigint not null,
  restaurant_id bigint not null,
  post text not null check (post in ('CHEF', 'COOK', 'PREP', 'COLD_DISH', 'WASH', 'STORE', 'SERVE')),
  onboard_at date,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'SUSPENDED', 'LEFT')),
  status_reason text not null default '',
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id),
  foreign key (organization_id, restaurant_id) references restaurant (organization_id, id)
);
-- A person works in one kitchen at a time; who left and comes back is a new row.
create unique index cook_user_person on cook_user (organization_id, person_id) where status <> 'LEFT';
create index cook_user_restaurant on cook_user (organization_id, restaurant_id);

create table health_certificate (
  organization_id bigint not null,
  id bigint not null,
  cook_user_id bigint not null,
  no text not null check (length(no) between 1 and 40),
  issuer text not null default '',
  issue_date date not null,
  -- Its last day.
  expire_date date not null,
  image text,
  status text not null check (status in ('PENDING', 'CONFIRMED', 'REJECTED')),
  maker_id bigint not null,
  maker_name text not null,
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  created_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, cook_user_id) references cook_user (organization_id, id),
  check (expire_date > issue_date and expire_date <= issue_date + interval '1 year'),
  check (status = 'PENDING' or checked_at is not null)
);
create index health_certificate_worker on health_certificate (organization_id, cook_user_id, expire_date desc);
create index health_certificate_expiry on health_certificate (organization_id, expire_date) where status = 'CONFIRMED';
create function health_certificate_stays() returns trigger language plpgsql as $$
begin
  if old.status <> 'PENDING' or (old.no, old.issuer, old.issue_date, old.expire_date, old.image, old.cook_user_id, old.maker_id)
     is distinct from (new.no, new.issuer, new.issue_date, new.expire_date, new.image, new.cook_user_id, new.maker_id) then
    raise exception 'a health certificate is replaced by a new one, never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger stays before update on health_certificate for each row execute function health_certificate_stays();
create trigger refuse_delete before delete on health_certificate for each row execute function kitchen_refuse_change();

-- That a certificate ends was told so many days ahead: each once.
create table certificate_notice (
  organization_id bigint not null,
  certificate_id bigint not null,
  days int not null check (days in (60, 30, 7, 0)),
  told_at timestamptz not null,
  primary key (organization_id, certificate_id, days)
);

create table kitchen_setting (
  organization_id bigint primary key references organization (id),
  -- ℃ in tenths, both still well.
  temp10_min int not null default 359 check (temp10_min between 340 and 370),
  temp10_max int not null default 373 check (temp10_max between 370 and 390),
  -- Doors that are cut off before the checks let in who works that day.
  grace boolean not null default true,
  -- [{name, start, end}], clock times; one that ends no later than it starts ends on the next day.
  shifts jsonb not null default '[]',
  updated_at timestamptz not null,
  version int not null default 1
);

-- Which zones a post, or a single worker, may enter. A worker's own cell stands before the one of the post.
create table kitchen_permission (
  organization_id bigint not null,
  id bigint not null,
  post text,
  cook_user_id bigint,
  district_id bigint not null,
  allowed boolean not null,
  -- 1 Monday to 7 Sunday.
  weekdays smallint[] not null default '{1,2,3,4,5,6,7}',
  -- Clock times of the day; an end no later than the start lies on the next.
  start_time text not null default '00:00',
  end_time text not null default '24:00',
  require_check boolean not null default true,
  primary key (organization_id, id),
  foreign key (organization_id, district_id) references district (organization_id, id) on delete cascade,
  foreign key (organization_id, cook_user_id) references cook_user (organization_id, id),
  constraint kitchen_permission_cell unique nulls not distinct (organization_id, district_id, post, cook_user_id),
  check ((post is null) <> (cook_user_id is null))
);

-- The whole of the permissions as they were saved, to be gone back to.
create table kitchen_permission_past (
  organization_id bigint not null,
  id bigint not null,
  cells jsonb not null,
  note text not null,
  saved_at timestamptz not null,
  saved_by bigint not null,
  saved_name text not null,
  primary key (organization_id, id)
);
create index kitchen_permission_past_saved on kitchen_permission_past (organization_id, saved_at desc);
create trigger refuse_change before update or delete on kitchen_permission_past for each row execute function kitchen_refuse_change();

create table kitchen_roster (
  organization_id bigint not null,
  id bigint not null,
  cook_user_id bigint not null,
  restaurant_id bigint not null,
  -- The day its beginning is written under.
  day date not null,
  name text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  -- Why who was to come does not; null who comes.
  leave text,
  updated_at timestamptz not null,
  updated_by bigint not null,
  updated_name text not null,
  version int not null default 1,
  primary key (organization_id, id),
  constraint kitchen_roster_day unique (organization_id, cook_user_id, day),
  foreign key (organization_id, cook_user_id) references cook_user (organization_id, id),
  check (end_at > start_at and end_at <= start_at + interval '24 hours')
);
create index kitchen_roster_start on kitchen_roster (organization_id, start_at);

create table morning_check (
  organization_id bigint not null,
  id bigint not null,
  cook_user_id bigint not null,
  person_id bigint not null,
  restaurant_id bigint not null,
  -- The shift whose window holds it; null of somebody who is on no roster.
  roster_id bigint,
  -- The day of that shift, else the business day.
  check_date date not null,
  check_at timestamptz not null,
  source text not null check (source in ('DEVICE', 'MANUAL')),
  device_id bigint,
  temp10 int check (temp10 between 300 and 450),
  hands text[] not null,
  symptoms text[] not null,
  dress_ok boolean not null,
  cert_ok boolean not null,
  face_photo text,
  palm_photo text,
  back_photo text,
  result text not null check (result in ('PASS', 'FIX', 'RESTRICTED', 'FAIL')),
  -- What it would have been with a certificate: a new one makes it so.
  otherwise text not null check (otherwise in ('PASS', 'FIX', 'RESTRICTED', 'FAIL')),
  why text[] not null,
  -- What the terminal said of it.
  told text,
  -- The check whose 整改 it looks at again.
  recheck_of bigint,
  reason text not null default '',
  made_at timestamptz not null,
  made_by bigint,
  made_name text not null,
  primary key (organization_id, id),
  foreign key (organization_id, cook_user_id) references cook_user (organization_id, id)
);
create index morning_check_worker on morning_check (organization_id, cook_user_id, check_at desc);
create index morning_check_day on morning_check (organization_id, check_date, check_at);
create index morning_check_at on morning_check (organization_id, check_at desc, id desc);
create trigger refuse_change before update or delete on morning_check for each row execute function kitchen_refuse_change();

-- What was done about a check.
create table morning_check_step (
  organization_id bigint not null,
  id bigint not null,
  check_id bigint not null,
  cook_user_id bigint not null,
  kind text not null check (kind in ('WASH', 'REPLACE', 'OFF_DUTY', 'HOSPITAL', 'RETURN')),
  note text not null,
  proof text,
  at timestamptz not null,
  by_id bigint not null,
  by_name text not null,
  primary key (organization_id, id),
  foreign key (organization_id, check_id) references morning_check (organization_id, id)
);
create index morning_check_step_check on morning_check_step (organization_id, check_id, id);
create index morning_check_step_worker on morning_check_step (organization_id, cook_user_id, at desc);
create trigger refuse_change before update or delete on morning_check_step for each row execute function kitchen_refuse_change();

create table operate_record (
  organization_id bigint not null,
  id bigint not null,
  kind text not null check (kind in ('DISINFECT', 'PESTICIDE_TEST', 'WASTE', 'ADDITIVE')),
  restaurant_id bigint not null,
  cook_user_id bigint,
  business_date date not null,
  at timestamptz not null,
  meal_period_id bigint,
  -- What was disinfected, tested, thrown away or added.
  object text not null,
  way text not null default '',
  ppm int,
  celsius int,
  minutes int,
  batch text not null default '',
  value text not null default '',
  passed boolean,
  grams int,
  collector text not null default '',
  dish text not null default '',
  picture text,
  remark text not null default '',
  -- The record this one stands in place of.
  corrects_id bigint,
  made_at timestamptz not null,
  made_by bigint not null,
  made_name text not null,
  primary key (organization_id, id),
  foreign key (organization_id, restaurant_id) references restaurant (organization_id, id)
);
create index operate_record_day on operate_record (organization_id, business_date, kind);
create index operate_record_at on operate_record (organization_id, at desc, id desc);
create unique index operate_record_corrected on operate_record (organization_id, corrects_id) where corrects_id is not null;
create trigger refuse_change before update or delete on operate_record for each row execute function kitchen_refuse_change();

create table training (
  organization_id bigint not null references organization (id),
  id bigint not null,
  title text not null,
  held_on date not null,
  hours double precision not null check (hours > 0 and hours <= 100),
  trainer text not null default '',
  content text not null default '',
  picture text,
  corrects_id bigint,
  made_at timestamptz not null,
  made_by bigint not null,
  made_name text not null,
  primary key (organization_id, id)
);
create index training_held on training (organization_id, held_on desc);
create unique index training_corrected on training (organization_id, corrects_id) where corrects_id is not null;
create trigger refuse_change before update or delete on training for each row execute function kitchen_refuse_change();

create table training_person (
  organization_id bigint not null,
  training_id bigint not null,
  person_id bigint not null,
  -- Of 100; null where nothing was examined.
  score int check (score between 0 and 100),
  primary key (organization_id, training_id, person_id),
  foreign key (organization_id, training_id) references training (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create index training_person_person on training_person (organization_id, person_id);
create trigger refuse_change before update or delete on training_person for each row execute function kitchen_refuse_change();
