-- The platform's library: classes of food-stuffs and dishes, food-stuffs with what 100 g of them hold, dishes with recipes.
create table food_stuff_type (
  id bigint primary key,
  code text not null,
  name text not null,
  -- Which of the classes of a meal its grams count to (meals.md §6).
  food_class text not null check (food_class in ('CEREAL', 'VEGETABLE', 'FRUIT', 'MEAT', 'FISH', 'EGG', 'MILK', 'SOY', 'NUT',
    'OIL', 'SALT', 'SUGAR', 'WATER', 'OTHER')),
  shelf_days int check (shelf_days between 1 and 3650),
  need_test boolean not null default false,
  sort int not null default 0,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1
);
create unique index food_stuff_type_code on food_stuff_type (code);
create unique index food_stuff_type_name on food_stuff_type (name);

create table food_type (
  id bigint primary key,
  name text not null,
  parent_id bigint references food_type (id),
  -- Classes that schools may not serve (food_ban).
  risk text check (risk in ('COLD', 'RAW', 'CREAM')),
  sort int not null default 0,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1
);
create unique index food_type_name on food_type (name);
create index food_type_parent on food_type (parent_id);

create table lib_food_stuff (
  id bigint primary key,
  -- Code of the composition table, text with its leading zeros.
  code text not null,
  name text not null,
  alias text,
  type_id bigint not null references food_stuff_type (id),
  -- Share that is eaten, basis points.
  edible_ratio int not null default 10000 check (edible_ratio between 1 and 10000),
  -- Counted apart: dark vegetables, liver.
  mark text check (mark in ('DARK', 'LIVER')),
  risk text check (risk in ('GREEN_BEAN', 'DAYLILY', 'WILD_MUSHROOM', 'SPROUTED_POTATO')),
  allergens text[] not null default '{}',
  -- What 100 g of the edible part hold, by nutrient; a key that is missing is not known.
  nutrients jsonb not null default '{}',
  source text,
  note text,
  trace_needed boolean not null default false,
  price_fen bigint check (price_fen >= 0),
  -- Not offered to units unless they ask: infant food, branded milk.
  rare boolean not null default false,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1
);
create unique index lib_food_stuff_code on lib_food_stuff (code);
create index lib_food_stuff_name on lib_food_stuff (name);
create index lib_food_stuff_type on lib_food_stuff (type_id);

create table lib_dish (
  id bigint primary key,
  name text not null,
  type_id bigint not null references food_type (id),
  image text,
  spicy text not null default '0' check (spicy in ('0', '1', '2', '3')),
  -- The version that is shown and adopted; null while there was none yet.
  version_id bigint not null,
  version_no int not null default 1,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PUBLISHED', 'OFF')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1
);
create unique index lib_dish_name on lib_dish (name);
create index lib_dish_type on lib_dish (type_id);
create index lib_dish_updated on lib_dish (updated_at);

-- A version is what units adopt; one that was published never changes.
create table lib_dish_version (
  id bigint primary key,
  dish_id bigint not null references lib_dish (id) on delete cascade,
  no int not null,
  method text not null default '',
  -- By hand beside what the recipe brings: 可能含有.
  allergens text[] not null default '{}',
  frozen boolean not null default false,
  made_at timestamptz not null,
  made_name text not null,
  unique (dish_id, no)
);

create table lib_recipe_line (
  -- A number of its own, for lists of lines over all dishes.
  id bigint not null,
  version_id bigint not null references lib_dish_version (id) on delete cascade,
  no int not null,
  food_stuff_id bigint not null references lib_food_stuff (id),
  grams double precision not null check (grams > 0 and grams <= 2000),
  basis text not null check (basis in ('NET', 'GROSS')),
  -- Lost in preparing, basis points of what is bought.
  loss_ratio int not null default 0 check (loss_ratio between 0 and 9000),
  main boolean not null default false,
  primary key (version_id, no)
);
create unique index lib_recipe_line_id on lib_recipe_line (id);
create index lib_recipe_line_stuff on lib_recipe_line (food_stuff_id);

-- What may not be served where; data with dates, because rules change.
create table food_ban (
  id bigint primary key,
  code text not null unique,
  label text not null,
  -- DISH: risk of its class; STUFF: risk of a food-stuff, or one of the words in its name.
  target text not null check (target in ('DISH', 'STUFF')),
  words text[] not null default '{}',
  from_date date not null,
  until_date date,
  source text not null
);

-- What a day should hold, by age and gender; two bounds where it is a range.
create table nutrition_standard (
  id bigint primary key,
  kind text not null check (kind in ('PUPIL', 'ADULT')),
  age_group text not null,
  gender text not null check (gender in ('M', 'F')),
  nutrient text not null,
  low double precision,
  high double precision,
  source text not null,
  confidence text not null check (confidence in ('HIGH', 'MEDIUM', 'LOW')),
  from_date date not null,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  check (low is not null or high is not null),
  check (high is null or low is null or high >= low)
);
create unique index nutrition_standard_key on nutrition_standard (age_group, gender, nutrient, from_date);
