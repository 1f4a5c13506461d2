-- Counts of a storehouse: each line keeps the balance it was counted against, so that sales meanwhile do no harm.
create table stock_count (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  count_no text not null,
  storehouse_id bigint not null,
  scope text not null check (scope in ('ALL', 'CATEGORY', 'CLASS_A', 'RANDOM')),
  category text,
  status text not null check (status in ('OPEN', 'RECOUNT', 'COUNTED', 'POSTED', 'CANCELLED')),
  line_count int not null,
  -- The document of its differences.
  bill_id bigint,
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
  constraint stock_count_no unique (contractor_id, count_no),
  foreign key (contractor_id, storehouse_id) references storehouse (contractor_id, id),
  check ((scope = 'CATEGORY') = (category is not null))
);
create index stock_count_made on stock_count (contractor_id, created_at desc);

create table stock_count_line (
  contractor_id bigint not null,
  id bigint not null,
  count_id bigint not null,
  line_no int not null,
  goods_id bigint not null,
  counted_qty bigint check (counted_qty between 0 and 1000000000000),
  -- The balance when it was counted.
  book_qty bigint,
  book_version bigint,
  book_fen bigint,
  counted_at timestamptz,
  counted_by bigint,
  counted_name text not null default '',
  -- Too far off: another person counts again; what the first had found.
  recount boolean not null default false,
  first_qty bigint,
  first_by bigint,
  primary key (contractor_id, id),
  foreign key (contractor_id, count_id) references stock_count (contractor_id, id) on delete cascade,
  check ((counted_qty is null) = (book_version is null))
);
create index stock_count_line_of on stock_count_line (contractor_id, count_id, line_no);
