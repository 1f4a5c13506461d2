-- How a dish is cooked, and what share of a nutrient is left after it: figures that the unit entered, of a class of food or of all.
alter table dish add column cooking text check (cooking in ('RAW', 'STEAM', 'BOIL', 'BLANCH', 'STEW', 'STIR_FRY', 'FRY', 'BAKE'));

create table cooking_retention (
  organization_id bigint not null references organization (id),
  id bigint not null,
  cooking text not null check (cooking in ('STEAM', 'BOIL', 'BLANCH', 'STEW', 'STIR_FRY', 'FRY', 'BAKE')),
  -- Null: of every class that has no figure of its own.
  food_class text check (food_class in ('CEREAL', 'VEGETABLE', 'FRUIT', 'MEAT', 'FISH', 'EGG', 'MILK', 'SOY', 'NUT', 'OIL', 'SALT',
    'SUGAR', 'WATER', 'OTHER')),
  nutrient text not null,
  -- Left of it, basis points.
  ratio int not null check (ratio between 0 and 10000),
  source text,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id)
);
create unique index cooking_retention_once on cooking_retention (organization_id, cooking, food_class, nutrient) nulls not distinct;
create index cooking_retention_updated on cooking_retention (organization_id, updated_at);
