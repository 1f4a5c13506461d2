-- What sales take from stock: written with the swipe, booked a batch at a time. What the balance lacks stays here until it is there.
create table stock_due (
  contractor_id bigint not null,
  id bigint not null,
  -- The sale it follows from: a trade of the organization with its line.
  organization_id bigint not null references organization (id),
  trade_id bigint not null,
  line_no int not null,
  kind text not null check (kind in ('SALE', 'RETURN')),
  storehouse_id bigint not null,
  goods_id bigint not null,
  qty bigint not null check (qty > 0),
  booked_qty bigint not null default 0 check (booked_qty between 0 and qty),
  -- SHORT: taken already, and not in the book yet.
  status text not null default 'WAITING' check (status in ('WAITING', 'SHORT', 'BOOKED')),
  -- What came back: whether it could be sold again, once somebody has looked.
  spoilt_bill_id bigint,
  sold_at timestamptz not null,
  created_at timestamptz not null,
  booked_at timestamptz,
  primary key (contractor_id, id),
  constraint stock_due_once unique (contractor_id, trade_id, line_no, kind),
  foreign key (contractor_id, storehouse_id) references storehouse (contractor_id, id),
  foreign key (contractor_id, goods_id) references goods (contractor_id, id),
  check ((status = 'BOOKED') = (booked_qty = qty))
);
create index stock_due_sold on stock_due (contractor_id, sold_at desc, id desc);
create index stock_due_open on stock_due (contractor_id, storehouse_id, id) where status <> 'BOOKED';
create index stock_due_waiting on stock_due (id) where status = 'WAITING';

-- The documents it was booked by, one where all was there at once.
create table stock_due_part (
  contractor_id bigint not null,
  due_id bigint not null,
  bill_id bigint not null,
  qty bigint not null check (qty > 0),
  primary key (contractor_id, due_id, bill_id),
  foreign key (contractor_id, due_id) references stock_due (contractor_id, id)
);
create index stock_due_part_bill on stock_due_part (contractor_id, bill_id);
