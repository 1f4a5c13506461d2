-- Goods of a contractor and their stock: a ledger that only grows, a balance with its value as a pool, lots for tracing. Keys lead
-- with the contractor; an organization is only named, as the place where a storehouse stands.
create table attribute_type (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  kind text not null check (kind in ('STOCK', 'SHOP')),
  name text not null,
  required boolean not null default false,
  sort int not null default 0,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (contractor_id, id),
  constraint attribute_type_name unique (contractor_id, kind, name)
);

create table attribute_value (
  contractor_id bigint not null,
  id bigint not null,
  attribute_id bigint not null,
  name text not null,
  sort int not null default 0,
  primary key (contractor_id, id),
  constraint attribute_value_name unique (contractor_id, attribute_id, name),
  foreign key (contractor_id, attribute_id) references attribute_type (contractor_id, id) on delete cascade
);

create table goods (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  -- The platform's base goods it was copied from.
  base_good_id bigint,
  code text not null,
  name text not null,
  category text not null,
  spec text,
  barcode text,
  image text,
  -- Every quantity of it counts whole ones of these.
  base_unit text not null check (base_unit in ('G', 'ML', 'PIECE')),
  -- Receipts name lot, production and expiry.
  tracked boolean not null default true,
  stored text not null default 'DRY' check (stored in ('DRY', 'CHILLED', 'FROZEN')),
  -- Degrees at most when it is accepted.
  max_temp int,
  shelf_days int check (shelf_days between 1 and 3650),
  min_stock bigint check (min_stock >= 0),
  max_stock bigint check (max_stock >= min_stock),
  supply text not null default 'CENTRAL' check (supply in ('CENTRAL', 'DIRECT')),
  -- An issue worth more than this takes a second person; null: never.
  check_from_fen bigint check (check_from_fen >= 0),
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (contractor_id, id),
  constraint goods_code unique (contractor_id, code),
  check (stored = 'DRY' or max_temp is not null)
);
create unique index goods_barcode on goods (contractor_id, barcode) where barcode is not null;

create table goods_attribute (
  contractor_id bigint not null,
  goods_id bigint not null,
  attribute_id bigint not null,
  value_id bigint not null,
  primary key (contractor_id, goods_id, attribute_id),
  foreign key (contractor_id, goods_id) references goods (contractor_id, id) on delete cascade,
  foreign key (contractor_id, value_id) references attribute_value (contractor_id, id)
);
create index goods_attribute_value on goods_attribute (contractor_id, value_id);

-- Named units beside the base unit. One that a document has used keeps its size for ever; another row takes its place.
create table goods_unit (
  contractor_id bigint not null,
  id bigint not null,
  goods_id bigint not null,
  name text not null,
  -- Base units in one of it.
  size bigint not null check (size between 1 and 1000000000),
  for_buy boolean not null default true,
  for_issue boolean not null default true,
  for_sale boolean not null default true,
  used boolean not null default false,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  primary key (contractor_id, id),
  foreign key (contractor_id, goods_id) references goods (contractor_id, id) on delete cascade
);
create unique index goods_unit_name on goods_unit (contractor_id, goods_id, name) where status = 'NORMAL';

create table storehouse (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  name text not null,
  kind text not null default 'NORMAL' check (kind in ('NORMAL', 'COLD', 'FROZEN')),
  -- The organization it stands at; null: the contractor's central store.
  site_id bigint references organization (id),
  keeper_name text,
  address text,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (contractor_id, id),
  constraint storehouse_name unique (contractor_id, name)
);
create index storehouse_site on storehouse (site_id) where site_id is not null;

-- What came in together. Its status holds in every storehouse at once.
create table lot (
  contractor_id bigint not null,
  id bigint not null,
  goods_id bigint not null,
  lot_no text not null default '',
  produced_on date,
  expires_on date,
  supplier_name text not null default '',
  receipt_line_id bigint,
  received_at timestamptz not null,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'SEALED', 'EXPIRED')),
  sealed_reason text not null default '',
  primary key (contractor_id, id),
  foreign key (contractor_id, goods_id) references goods (contractor_id, id)
);
create index lot_goods on lot (contractor_id, goods_id, expires_on, received_at);
create index lot_expiring on lot (expires_on) where status = 'NORMAL' and expires_on is not null;

create table stock_lot (
  contractor_id bigint not null,
  storehouse_id bigint not null,
  goods_id bigint not null,
  lot_id bigint not null,
  qty bigint not null check (qty >= 0),
  primary key (contractor_id, storehouse_id, goods_id, lot_id),
  foreign key (contractor_id, lot_id) references lot (contractor_id, id)
);
create index stock_lot_lot on stock_lot (contractor_id, lot_id);

create table stock_balance (
  contractor_id bigint not null,
  storehouse_id bigint not null,
  goods_id bigint not null,
  qty bigint not null default 0 check (qty >= 0),
  value_fen bigint not null default 0 check (value_fen >= 0),
  reserved_qty bigint not null default 0 check (reserved_qty >= 0),
  -- Number of its entries.
  version bigint not null default 0,
  -- What the last that came in was worth, for a count that finds goods where there are none.
  last_qty bigint not null default 0,
  last_fen bigint not null default 0,
  updated_at timestamptz not null,
  primary key (contractor_id, storehouse_id, goods_id),
  constraint stock_balance_empty check (qty > 0 or value_fen = 0),
  constraint stock_balance_reserved check (reserved_qty <= qty),
  foreign key (contractor_id, goods_id) references goods (contractor_id, id),
  foreign key (contractor_id, storehouse_id) references storehouse (contractor_id, id)
) with (fillfactor = 70);
create index stock_balance_goods on stock_balance (contractor_id, goods_id);

create table stock_bill (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  bill_no text not null,
  kind text not null check (kind in ('OPENING', 'IN', 'RECEIVE', 'RECEIVE_RETURN', 'ISSUE', 'ISSUE_RETURN', 'LOSS', 'TRANSFER', 'COUNT',
    'SALE', 'SALE_RETURN', 'REVALUE')),
  status text not null check (status in ('DRAFT', 'SUBMITTED', 'POSTED', 'SENT', 'RECEIVED', 'PART', 'REVERSED')),
  storehouse_id bigint not null,
  to_storehouse_id bigint,
  -- What it was issued to, or sold at: site, day, meal and dish as far as known.
  site_id bigint references organization (id),
  dining_date date,
  meal_period_id bigint,
  dish_name text not null default '',
  dish_id bigint,
  reason text not null default '',
  occurred_at timestamptz not null,
  value_fen bigint not null default 0,
  line_count int not null default 0,
  -- Taken back: the document that does it, and the one it takes back.
  reverses_id bigint,
  reversed_by_id bigint,
  -- What it follows from: a receipt, an issue that is returned, an invoice.
  source_type text not null default '',
  source_id bigint,
  request_key text,
  maker_id bigint,
  maker_name text not null default '',
  checker_id bigint,
  checker_name text not null default '',
  checked_at timestamptz,
  check_note text not null default '',
  posted_at timestamptz,
  business_date date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (contractor_id, id),
  constraint stock_bill_no unique (contractor_id, bill_no),
  constraint stock_bill_key unique (contractor_id, request_key),
  foreign key (contractor_id, storehouse_id) references storehouse (contractor_id, id),
  check ((kind = 'TRANSFER') = (to_storehouse_id is not null)),
  check (to_storehouse_id is distinct from storehouse_id)
);
create index stock_bill_made on stock_bill (contractor_id, created_at desc, id desc);
create index stock_bill_open on stock_bill (contractor_id, status) where status in ('DRAFT', 'SUBMITTED', 'SENT');
create index stock_bill_source on stock_bill (contractor_id, source_type, source_id);
create index stock_bill_to on stock_bill (contractor_id, to_storehouse_id) where to_storehouse_id is not null;

create table stock_bill_line (
  contractor_id bigint not null,
  id bigint not null,
  bill_id bigint not null,
  line_no int not null,
  goods_id bigint not null,
  -- As it was typed: thousandths of the unit; null: the base unit.
  unit_id bigint,
  typed_milli bigint not null,
  qty bigint not null check (qty > 0 and qty <= 1000000000000),
  -- What comes in is worth, or what went out was.
  amount_fen bigint check (amount_fen >= 0),
  lot_id bigint,
  lot_no text not null default '',
  produced_on date,
  expires_on date,
  reason text not null default '',
  -- Of a transfer, once it has arrived.
  received_qty bigint check (received_qty between 0 and qty),
  primary key (contractor_id, id),
  foreign key (contractor_id, bill_id) references stock_bill (contractor_id, id) on delete cascade,
  foreign key (contractor_id, goods_id) references goods (contractor_id, id)
);
create index stock_bill_line_of on stock_bill_line (contractor_id, bill_id, line_no);
create index stock_bill_line_goods on stock_bill_line (contractor_id, goods_id);

-- The truth: one line per lot that a document moved, in the order of booking.
create table stock_entry (
  contractor_id bigint not null,
  business_date date not null,
  id bigint not null,
  storehouse_id bigint not null,
  goods_id bigint not null,
  version bigint not null,
  kind text not null check (kind in ('OPENING', 'IN', 'RECEIVE', 'RECEIVE_RETURN', 'ISSUE', 'ISSUE_RETURN', 'LOSS', 'SALE', 'SALE_RETURN',
    'TRANSFER_OUT', 'TRANSFER_IN', 'COUNT_GAIN', 'COUNT_LOSS', 'REVALUE')),
  bill_id bigint not null,
  line_id bigint not null,
  lot_id bigint,
  qty bigint not null,
  value_fen bigint not null,
  qty_after bigint not null check (qty_after >= 0),
  value_after_fen bigint not null check (value_after_fen >= 0),
  -- The entry whose cost it carries back.
  of_entry_id bigint,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  primary key (contractor_id, business_date, id),
  constraint stock_entry_chain unique (contractor_id, storehouse_id, goods_id, business_date, version),
  check (kind = 'REVALUE' or lot_id is not null)
) partition by range (business_date);
create index stock_entry_time on stock_entry (contractor_id, recorded_at desc, id desc);
create index stock_entry_bill on stock_entry (contractor_id, bill_id, line_id);
create index stock_entry_lot on stock_entry (contractor_id, lot_id) where lot_id is not null;

create function stock_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is history: a correction is a new document', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger refuse_change before update or delete on stock_entry for each row execute function stock_refuse_change();
create trigger refuse_truncate before truncate on stock_entry execute function stock_refuse_change();

-- Creates the month's partition of stock_entry, when missing; built beside and attached, so that readers wait for a moment only.
create function stock_ensure_month(day date) returns void language plpgsql security definer as $$
declare
  first_day date := date_trunc('month', day)::date;
  child text := 'stock_entry' || to_char(first_day, '"_y"YYYY"m"MM');
begin
  if to_regclass(child) is not null then return; end if;
  perform pg_advisory_xact_lock(742011805);
  if to_regclass(child) is null then
    execute format('create table %I (like stock_entry including defaults including constraints including indexes)', child);
    execute format('alter table stock_entry attach partition %I for values from (%L) to (%L)',
      child, first_day, (first_day + interval '1 month')::date);
  end if;
end $$;

-- Day totals, written with the entries; the balance of any day is its latest row up to then.
create table stock_day (
  contractor_id bigint not null,
  storehouse_id bigint not null,
  goods_id bigint not null,
  business_date date not null,
  in_qty bigint not null default 0,
  in_fen bigint not null default 0,
  issue_qty bigint not null default 0,
  issue_fen bigint not null default 0,
  sale_qty bigint not null default 0,
  sale_fen bigint not null default 0,
  loss_qty bigint not null default 0,
  loss_fen bigint not null default 0,
  -- To another storehouse, or back to the supplier.
  away_qty bigint not null default 0,
  away_fen bigint not null default 0,
  count_qty bigint not null default 0,
  count_fen bigint not null default 0,
  revalue_fen bigint not null default 0,
  qty_after bigint not null,
  value_after_fen bigint not null,
  primary key (contractor_id, storehouse_id, goods_id, business_date)
);
create index stock_day_date on stock_day (contractor_id, business_date);

-- What left one storehouse and has not arrived at the other: a row per lot of a transfer's line.
create table stock_transit (
  contractor_id bigint not null,
  bill_id bigint not null,
  line_id bigint not null,
  lot_id bigint not null,
  goods_id bigint not null,
  from_id bigint not null,
  to_id bigint not null,
  qty bigint not null check (qty > 0),
  value_fen bigint not null check (value_fen >= 0),
  received_qty bigint not null default 0,
  received_fen bigint not null default 0,
  lost_qty bigint not null default 0,
  lost_fen bigint not null default 0,
  sent_at timestamptz not null,
  closed_at timestamptz,
  primary key (contractor_id, line_id, lot_id),
  check (closed_at is null or (received_qty + lost_qty = qty and received_fen + lost_fen = value_fen))
);
create index stock_transit_open on stock_transit (contractor_id, goods_id) where closed_at is null;
create index stock_transit_bill on stock_transit (contractor_id, bill_id);

-- Cost that no pool carries: what a return was worth beside what it was bought for, an invoice that came dearer for what is gone.
create table price_variance (
  contractor_id bigint not null,
  id bigint not null,
  storehouse_id bigint not null,
  goods_id bigint not null,
  bill_id bigint not null,
  line_id bigint not null,
  lot_id bigint,
  kind text not null check (kind in ('RETURN', 'REVALUE')),
  amount_fen bigint not null,
  business_date date not null,
  recorded_at timestamptz not null,
  primary key (contractor_id, id)
);
create index price_variance_day on price_variance (contractor_id, business_date, goods_id);
create trigger refuse_change before update or delete on price_variance for each row execute function stock_refuse_change();

-- Promises of stock: a transfer's draft, an order.
create table stock_reservation (
  contractor_id bigint not null,
  id bigint not null,
  storehouse_id bigint not null,
  goods_id bigint not null,
  qty bigint not null check (qty > 0),
  document_type text not null,
  document_id bigint not null,
  line_id bigint not null,
  status text not null default 'HELD' check (status in ('HELD', 'FREED', 'USED', 'CUT')),
  expires_at timestamptz,
  created_at timestamptz not null,
  closed_at timestamptz,
  primary key (contractor_id, id),
  constraint stock_reservation_line unique (contractor_id, document_type, line_id)
);
create index stock_reservation_held on stock_reservation (contractor_id, storehouse_id, goods_id, created_at) where status = 'HELD';
create index stock_reservation_ends on stock_reservation (expires_at) where status = 'HELD' and expires_at is not null;

create table stock_check_run (
  id bigint primary key,
  contractor_id bigint not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  entry_count bigint not null,
  break_count int not null,
  breaks jsonb not null
);

-- A quantity in words: 12.5 千克, 750 毫升, 24 个.
create function stock_qty(qty bigint, base_unit text) returns text language sql immutable parallel safe as $$
  select case when qty is null then null
    when base_unit = 'PIECE' then qty || ' 个'
    when abs(qty) >= 1000 or qty = 0 then trim_scale(qty / 1000.0) || case base_unit when 'G' then ' 千克' else ' 升' end
    else qty || case base_unit when 'G' then ' 克' else ' 毫升' end end
$$;
