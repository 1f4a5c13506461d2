-- A unit's own food-stuffs, prices, dishes and recipes.
create table food_stuff (
  organization_id bigint not null references organization (id),
  id bigint not null,
  name text not null,
  alias text,
  -- The library's food-stuff it is: what is not said here is read there.
  lib_id bigint references lib_food_stuff (id),
  type_id bigint not null references food_stuff_type (id),
  supplier text,
  edible_ratio int check (edible_ratio between 1 and 10000),
  -- Beside those of the library, which nobody can take away.
  allergens text[] not null default '{}',
  nutrients jsonb not null default '{}',
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id)
);
create unique index food_stuff_name on food_stuff (organization_id, name);
create index food_stuff_lib on food_stuff (lib_id);

-- Price per kilogram from a day on.
create table food_stuff_price (
  organization_id bigint not null,
  id bigint not null,
  food_stuff_id bigint not null,
  from_date date not null,
  price_fen bigint not null check (price_fen >= 0),
  supplier text,
  created_at timestamptz not null,
  created_name text not null,
  primary key (organization_id, id),
  foreign key (organization_id, food_stuff_id) references food_stuff (organization_id, id) on delete cascade
);
create unique index food_stuff_price_day on food_stuff_price (organization_id, food_stuff_id, from_date);

create table dish (
  organization_id bigint not null references organization (id),
  id bigint not null,
  name text not null,
  type_id bigint not null references food_type (id),
  image text,
  price_fen bigint check (price_fen >= 0),
  price_mode text not null default 'PORTION' check (price_mode in ('PORTION', 'PER_100G', 'FREE')),
  meal_period_ids bigint[] not null default '{}',
  spicy text not null default '0' check (spicy in ('0', '1', '2', '3')),
  -- The newest version, and the one last approved, which menus are published with.
  version_id bigint not null,
  version_no int not null default 1,
  approved_id bigint,
  lib_dish_id bigint references lib_dish (id),
  lib_version_no int,
  -- On sale or not, whatever its check says.
  shelf text not null default 'ON' check (shelf in ('ON', 'OFF')),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PENDING', 'APPROVED', 'REJECTED')),
  maker_id bigint,
  maker_name text not null default '',
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id)
);
create unique index dish_name on dish (organization_id, name);
create index dish_lib on dish (lib_dish_id);
create index dish_type on dish (type_id);
create index dish_updated on dish (organization_id, updated_at);

create table dish_version (
  organization_id bigint not null,
  id bigint not null,
  dish_id bigint not null,
  no int not null,
  method text not null default '',
  allergens text[] not null default '{}',
  -- Approved or put on a published menu: it never changes again.
  frozen boolean not null default false,
  made_at timestamptz not null,
  made_name text not null,
  primary key (organization_id, id),
  unique (organization_id, dish_id, no),
  foreign key (organization_id, dish_id) references dish (organization_id, id) on delete cascade
);

create table recipe_line (
  organization_id bigint not null,
  id bigint not null,
  version_id bigint not null,
  no int not null,
  food_stuff_id bigint not null,
  grams double precision not null check (grams > 0 and grams <= 2000),
  basis text not null check (basis in ('NET', 'GROSS')),
  loss_ratio int not null default 0 check (loss_ratio between 0 and 9000),
  main boolean not null default false,
  primary key (organization_id, version_id, no),
  foreign key (organization_id, version_id) references dish_version (organization_id, id) on delete cascade,
  foreign key (organization_id, food_stuff_id) references food_stuff (organization_id, id)
);
create unique index recipe_line_id on recipe_line (organization_id, id);
create index recipe_line_stuff on recipe_line (organization_id, food_stuff_id);

-- What a replacement of a food-stuff changed, to take it back.
create table recipe_replacement (
  organization_id bigint not null references organization (id),
  id bigint not null,
  from_name text not null,
  into_name text not null,
  -- Grams of the new one for those of the old, basis points.
  ratio int not null check (ratio between 1 and 100000),
  -- [{dishId, versionId, lines}]: the dishes with the version they were given and the recipe they had.
  dishes jsonb not null,
  dish_count int not null,
  made_id bigint,
  made_name text not null,
  made_at timestamptz not null,
  undone_at timestamptz,
  primary key (organization_id, id)
);
create index recipe_replacement_made on recipe_replacement (organization_id, made_at);
