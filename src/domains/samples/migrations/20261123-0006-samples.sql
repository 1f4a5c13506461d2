-- Food samples: what has to be kept of which meal, what was kept, where it stands and what became of it.
create table safety_setting (
  organization_id bigint primary key references organization (id),
  canteen_kind text not null check (canteen_kind in ('KINDERGARTEN', 'K12', 'UNIVERSITY', 'ELDERLY', 'HOSPITAL', 'STAFF')),
  updated_at timestamptz not null,
  version int not null default 1
);

create table sample_rule (
  organization_id bigint not null references organization (id),
  id bigint not null,
  -- null: every meal, every class of dish.
  meal_period_id bigint,
  dish_type_id bigint references food_type (id),
  needs text not null default 'KIND' check (needs in ('KIND', 'ALWAYS', 'NEVER')),
  min_grams int not null default 125 check (min_grams between 125 and 5000),
  retain_hours int not null default 48 check (retain_hours between 48 and 720),
  -- The window in minutes around the meal's start.
  before_minutes int not null default 120 check (before_minutes between 0 and 480),
  after_minutes int not null default 30 check (after_minutes between 0 and 480),
  temp_min double precision not null default 0 check (temp_min between -5 and 10),
  temp_max double precision not null default 8 check (temp_max between 0 and 8),
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, meal_period_id) references meal_period (organization_id, id)
);
create unique index sample_rule_of on sample_rule (organization_id, coalesce(meal_period_id, 0), coalesce(dish_type_id, 0));
create trigger keep_past after update or delete on sample_rule for each row execute function keep_past();

create table sample_link (
  organization_id bigint not null references organization (id),
  id bigint not null,
  restaurant_id bigint not null,
  meal_period_ids bigint[] not null default '{}',
  dish_type_ids bigint[] not null default '{}',
  cabinet_id bigint not null references device (id),
  scale_id bigint references device (id),
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, restaurant_id) references restaurant (organization_id, id)
);
create index sample_link_place on sample_link (organization_id, restaurant_id);
create index sample_link_cabinet on sample_link (organization_id, cabinet_id);

create table sample (
  organization_id bigint not null references organization (id),
  id bigint not null,
  sample_no text not null,
  dining_date date not null,
  meal_period_id bigint not null,
  restaurant_id bigint not null,
  -- null: entered by hand, where there is no menu.
  menu_item_id bigint,
  dish_id bigint,
  dish_type_id bigint,
  dish_name text not null,
  batch int not null default 1 check (batch between 1 and 99),
  -- The rule of its moment.
  min_grams int not null,
  retain_hours int not null,
  window_from timestamptz not null,
  window_to timestamptz not null,
  status text not null check (status in ('TO_SAMPLE', 'SAMPLED', 'RETAINING', 'SEALED', 'REMOVED', 'MISSED', 'EXEMPT')),
  -- What it was before it was sealed.
  sealed_from text check (sealed_from in ('SAMPLED', 'RETAINING')),
  grams int check (grams between 1 and 20000),
  -- Of the weighing, the worst wins.
  quality text check (quality in ('GOOD', 'UNDERWEIGHT', 'LATE')),
  weigh_reason text not null default '',
  sampled_at timestamptz,
  sampler_id bigint,
  sampler_name text not null default '',
  source text not null default 'MANUAL' check (source in ('MANUAL', 'SCALE', 'CABINET')),
  photo text,
  device_id bigint,
  cell text,
  put_at timestamptz,
  due_at timestamptz,
  removed_at timestamptz,
  remover_id bigint,
  remover_name text not null default '',
  witness_name text not null default '',
  remove_reason text check (remove_reason in ('EXPIRED', 'INSPECTION', 'ABNORMAL')),
  -- Taken before its time.
  early boolean not null default false,
  exempt_reason text not null default '',
  -- By the menu, which takes it back itself, or by hand.
  exempt_by text check (exempt_by in ('MENU', 'HAND')),
  -- Its cabinet was out of bounds for an hour while it stood there.
  temp_out boolean not null default false,
  temp_max10 int,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, restaurant_id) references restaurant (organization_id, id),
  foreign key (organization_id, meal_period_id) references meal_period (organization_id, id),
  check ((grams is null) = (sampled_at is null)),
  check (status not in ('SAMPLED', 'RETAINING', 'SEALED', 'REMOVED') or (sampled_at is not null and due_at is not null))
);
create unique index sample_no on sample (organization_id, sample_no);
create unique index sample_item on sample (organization_id, menu_item_id, batch) where menu_item_id is not null;
create unique index sample_named on sample (organization_id, dining_date, meal_period_id, restaurant_id, dish_name, batch);
-- A cell holds one sample.
create unique index sample_cell on sample (organization_id, coalesce(device_id, 0), restaurant_id, cell)
  where status in ('RETAINING', 'SEALED') and cell is not null;
create index sample_day on sample (organization_id, dining_date, restaurant_id);
create index sample_due on sample (organization_id, due_at) where status in ('SAMPLED', 'RETAINING');
create index sample_waiting on sample (organization_id, window_to) where status = 'TO_SAMPLE';
create index sample_sampled on sample (organization_id, sampled_at);
create index sample_in_cabinet on sample (organization_id, device_id, put_at);

-- What was done with it, and nothing else.
create table sample_step (
  organization_id bigint not null,
  id bigint not null,
  sample_id bigint not null,
  restaurant_id bigint not null,
  action text not null,
  -- When it happened, and when the product was told.
  at timestamptz not null,
  told_at timestamptz not null,
  by_id bigint,
  by_name text not null,
  witness_name text not null default '',
  from_status text not null,
  to_status text not null,
  grams int,
  device_id bigint,
  cell text,
  detail text not null default '',
  photo text,
  -- The step this one takes back.
  corrects_id bigint,
  -- SHA-256 of the document that went out with it.
  digest text,
  primary key (organization_id, id),
  foreign key (organization_id, sample_id) references sample (organization_id, id)
);
create index sample_step_of on sample_step (organization_id, sample_id, id);
create index sample_step_at on sample_step (organization_id, at);
create trigger refuse_change before update or delete on sample_step for each row execute function wallet_refuse_change();

-- The day's sheet of a restaurant as somebody signed it.
create table sample_sign (
  organization_id bigint not null,
  id bigint not null,
  dining_date date not null,
  restaurant_id bigint not null,
  signed_at timestamptz not null,
  signer_id bigint not null,
  signer_name text not null,
  digest text not null,
  content jsonb not null,
  primary key (organization_id, id),
  foreign key (organization_id, restaurant_id) references restaurant (organization_id, id)
);
create index sample_sign_day on sample_sign (organization_id, dining_date, restaurant_id, id);
create trigger refuse_change before update or delete on sample_sign for each row execute function wallet_refuse_change();
