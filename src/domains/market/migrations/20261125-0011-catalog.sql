-- The platform's library of goods: a tree of at most four levels, goods with every barcode they are packed under, sheets of many
-- that are entered at once, and what a caterer's goods were copied from.
create table base_catalog (
  id bigint primary key,
  parent_id bigint references base_catalog (id),
  -- Everything above it, the root first; three at most.
  above bigint[] not null default '{}' check (cardinality(above) <= 3),
  name text not null,
  icon text,
  sort int not null default 0,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1
);
create unique index base_catalog_name on base_catalog (coalesce(parent_id, 0), name);

create table base_good (
  id bigint primary key,
  catalog_id bigint not null references base_catalog (id),
  category text not null,
  name text not null,
  brand text,
  spec text,
  base_unit text not null default 'PIECE' check (base_unit in ('G', 'ML', 'PIECE')),
  stored text not null default 'DRY' check (stored in ('DRY', 'CHILLED', 'FROZEN')),
  image text,
  -- Advice: nobody's price follows it.
  guide_fen bigint check (guide_fen between 0 and 100000000),
  shelf_days int check (shelf_days between 1 and 3650),
  -- The good it was found to be the same as; it keeps its id, for the goods copied from it and for being split off again.
  merged_into_id bigint references base_good (id),
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  check (merged_into_id <> id)
);
create index base_good_catalog on base_good (catalog_id, name);
create index base_good_made on base_good (created_at desc, id desc);
create index base_good_merged on base_good (merged_into_id) where merged_into_id is not null;

-- A barcode is one good's. `own_good_id` had it before a merge.
create table base_good_code (
  code text primary key,
  base_good_id bigint not null references base_good (id),
  own_good_id bigint not null references base_good (id),
  pack_name text not null default '',
  nth int not null default 1
);
create index base_good_code_of on base_good_code (base_good_id, nth);
create index base_good_code_own on base_good_code (own_good_id);

create table base_good_sheet (
  id bigint primary key,
  sheet_no text not null unique,
  name text not null,
  catalog_id bigint not null references base_catalog (id),
  rows jsonb not null default '[]',
  row_count int not null default 0,
  made_count int not null default 0,
  changed_count int not null default 0,
  skipped_count int not null default 0,
  maker_name text not null default '',
  status text not null check (status in ('DRAFT', 'DONE')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1
);
create index base_good_sheet_made on base_good_sheet (created_at desc, id desc);

-- What a caterer's goods were copied as: what differs from it since is offered, never forced.
create table goods_copy (
  contractor_id bigint not null,
  goods_id bigint not null,
  base_good_id bigint not null references base_good (id),
  name text not null,
  spec text,
  image text,
  barcode text,
  shelf_days int,
  taken_at timestamptz not null,
  primary key (contractor_id, goods_id),
  constraint goods_copy_base unique (contractor_id, base_good_id),
  foreign key (contractor_id, goods_id) references goods (contractor_id, id)
);
create index goods_copy_of on goods_copy (base_good_id);
