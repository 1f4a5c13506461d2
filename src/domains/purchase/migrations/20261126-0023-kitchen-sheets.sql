-- What a kitchen takes of the store for a meal: prepared from portions, confirmed by the cook as it was taken, booked as its issue.
create table kitchen_sheet (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  sheet_no text not null,
  site_id bigint not null references organization (id),
  storehouse_id bigint not null,
  dining_date date not null,
  meal_period_id bigint not null,
  line_count int not null,
  -- Nobody weighed it: taken as it was prepared.
  as_prepared boolean not null default false,
  bill_id bigint,
  status text not null check (status in ('PREPARED', 'TAKEN', 'CANCELLED')),
  maker_id bigint,
  maker_name text not null default '',
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (contractor_id, id),
  constraint kitchen_sheet_no unique (contractor_id, sheet_no),
  foreign key (contractor_id, storehouse_id) references storehouse (contractor_id, id)
);
create unique index kitchen_sheet_meal on kitchen_sheet (contractor_id, dining_date, site_id, meal_period_id) where status <> 'CANCELLED';
create index kitchen_sheet_made on kitchen_sheet (contractor_id, created_at desc, id desc);

create table kitchen_sheet_line (
  contractor_id bigint not null,
  id bigint not null,
  sheet_id bigint not null,
  line_no int not null,
  goods_id bigint not null,
  need_qty bigint not null check (need_qty > 0),
  -- Null until the cook has said it.
  taken_qty bigint check (taken_qty >= 0),
  waste_qty bigint not null default 0 check (waste_qty >= 0),
  waste_kind text check (waste_kind in ('RAW', 'WORK', 'LEFT')),
  waste_reason text not null default '',
  primary key (contractor_id, id),
  foreign key (contractor_id, sheet_id) references kitchen_sheet (contractor_id, id),
  foreign key (contractor_id, goods_id) references goods (contractor_id, id)
);
create index kitchen_sheet_line_of on kitchen_sheet_line (contractor_id, sheet_id, line_no);
