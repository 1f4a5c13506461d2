-- Months of storehouses: one examines, another closes, a job writes opening, moves and closing of every goods. A month that was
-- handed over is locked.
create table stock_month (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  month date not null check (extract(day from month) = 1),
  storehouse_id bigint not null,
  status text not null check (status in ('OPEN', 'CHECKED', 'RUNNING', 'CLOSED', 'LOCKED')),
  goods_count int not null default 0,
  opening_fen bigint not null default 0,
  in_fen bigint not null default 0,
  issue_fen bigint not null default 0,
  sale_fen bigint not null default 0,
  loss_fen bigint not null default 0,
  away_fen bigint not null default 0,
  count_fen bigint not null default 0,
  revalue_fen bigint not null default 0,
  closing_fen bigint not null default 0,
  -- What was looked at when it was examined.
  steps jsonb not null default '[]',
  -- Why it could not be closed.
  error text not null default '',
  maker_id bigint,
  maker_name text not null default '',
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  closed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (contractor_id, id),
  constraint stock_month_once unique (contractor_id, storehouse_id, month),
  foreign key (contractor_id, storehouse_id) references storehouse (contractor_id, id)
);
create index stock_month_made on stock_month (contractor_id, month desc, id desc);
create index stock_month_running on stock_month (id) where status = 'RUNNING';

create table stock_month_line (
  contractor_id bigint not null,
  month_id bigint not null,
  goods_id bigint not null,
  opening_qty bigint not null,
  opening_fen bigint not null,
  in_qty bigint not null,
  in_fen bigint not null,
  issue_qty bigint not null,
  issue_fen bigint not null,
  sale_qty bigint not null,
  sale_fen bigint not null,
  loss_qty bigint not null,
  loss_fen bigint not null,
  away_qty bigint not null,
  away_fen bigint not null,
  count_qty bigint not null,
  count_fen bigint not null,
  revalue_fen bigint not null,
  closing_qty bigint not null,
  closing_fen bigint not null,
  primary key (contractor_id, month_id, goods_id),
  foreign key (contractor_id, month_id) references stock_month (contractor_id, id) on delete cascade,
  constraint stock_month_line_adds check (
    opening_qty + in_qty - issue_qty - sale_qty - loss_qty - away_qty + count_qty = closing_qty
    and opening_fen + in_fen - issue_fen - sale_fen - loss_fen - away_fen + count_fen + revalue_fen = closing_fen)
);
