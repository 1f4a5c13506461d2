-- Menus: what a restaurant serves at a meal of a day. An item keeps what its dish was when the menu was published.
create table food_menu (
  organization_id bigint not null references organization (id),
  id bigint not null,
  restaurant_id bigint not null,
  menu_date date not null,
  meal_period_id bigint not null,
  copied_from bigint,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'SUBMITTED', 'PUBLISHED', 'CLOSED', 'WITHDRAWN')),
  -- Who wrote it last: where two must look, somebody else publishes.
  maker_id bigint,
  maker_name text not null default '',
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  published_at timestamptz,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  constraint food_menu_slot unique (organization_id, restaurant_id, menu_date, meal_period_id),
  foreign key (organization_id, restaurant_id) references restaurant (organization_id, id),
  foreign key (organization_id, meal_period_id) references meal_period (organization_id, id)
);
create index food_menu_day on food_menu (organization_id, menu_date);

create table food_menu_item (
  organization_id bigint not null,
  id bigint not null,
  menu_id bigint not null,
  restaurant_id bigint not null,
  menu_date date not null,
  meal_period_id bigint not null,
  dish_id bigint not null,
  sort int not null default 0,
  price_fen bigint not null default 0 check (price_fen >= 0),
  plan_qty int not null default 0 check (plan_qty between 0 and 100000),
  order_limit int check (order_limit between 0 and 100000),
  limit_per_person int check (limit_per_person between 1 and 99),
  cook_name text not null default '',
  need_sample boolean not null default true,
  status text not null default 'ON' check (status in ('ON', 'SOLD_OUT', 'STOPPED')),
  -- Of the moment of publishing; null before.
  dish_version_id bigint,
  dish_name text,
  allergens text[],
  cost_fen bigint,
  -- Recipe lines without a price that day, missing from the cost.
  unpriced int,
  -- Net grams and per nutrient [amount, grams it is known of], of one portion.
  amounts jsonb,
  recipe jsonb,
  primary key (organization_id, id),
  unique (organization_id, menu_id, dish_id),
  foreign key (organization_id, menu_id) references food_menu (organization_id, id) on delete cascade,
  foreign key (organization_id, dish_id) references dish (organization_id, id)
);
create index food_menu_item_day on food_menu_item (organization_id, menu_date, restaurant_id);
create index food_menu_item_dish on food_menu_item (organization_id, dish_id, menu_date);

-- Templates (one week) and cycles (up to eight) that are laid over dates.
create table menu_cycle (
  organization_id bigint not null references organization (id),
  id bigint not null,
  name text not null,
  weeks int not null check (weeks between 1 and 8),
  remark text,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id)
);
create unique index menu_cycle_name on menu_cycle (organization_id, name);

create table menu_cycle_cell (
  organization_id bigint not null,
  cycle_id bigint not null,
  week_no int not null check (week_no between 1 and 8),
  -- Monday is 1.
  weekday int not null check (weekday between 1 and 7),
  meal_period_id bigint not null,
  sort int not null,
  dish_id bigint not null,
  price_fen bigint check (price_fen >= 0),
  plan_qty int check (plan_qty between 0 and 100000),
  primary key (organization_id, cycle_id, week_no, weekday, meal_period_id, sort),
  foreign key (organization_id, cycle_id) references menu_cycle (organization_id, id) on delete cascade,
  foreign key (organization_id, dish_id) references dish (organization_id, id),
  foreign key (organization_id, meal_period_id) references meal_period (organization_id, id)
);

create table dish_rating (
  organization_id bigint not null,
  id bigint not null,
  dish_id bigint not null,
  menu_item_id bigint not null,
  person_id bigint not null,
  score int not null check (score between 1 and 5),
  tags text[] not null default '{}',
  content text not null default '',
  rated_at timestamptz not null,
  primary key (organization_id, id),
  constraint dish_rating_once unique (organization_id, menu_item_id, person_id),
  foreign key (organization_id, dish_id) references dish (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create index dish_rating_dish on dish_rating (organization_id, dish_id, rated_at);

create table menu_setting (
  organization_id bigint primary key references organization (id),
  -- Whoever wrote a menu may not publish it.
  two_hands boolean not null default false,
  repeat_days int not null default 3 check (repeat_days between 0 and 60),
  -- Cost above this share of the price is warned of, basis points; null: not looked at.
  cost_ratio int check (cost_ratio between 1 and 20000),
  -- Heads by age group and gender in place of the unit's people: [{ageGroup, gender, heads}].
  people_mix jsonb,
  updated_at timestamptz not null,
  version int not null default 1
);
