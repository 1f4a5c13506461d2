-- What agents buy of the platform: devices by serial number, cards and accessories by number.
create table device_goods (
  id bigint primary key,
  name text not null,
  spec text not null default '',
  device_type_id bigint references device_type (id),
  supplier text not null default '',
  -- What the platform paid; it is shown to nobody else.
  cost_fen bigint not null default 0 check (cost_fen >= 0),
  price_fen bigint not null check (price_fen > 0),
  grade_prices jsonb not null default '[]',
  -- Of what has no serial numbers; devices are counted in the register.
  stock int not null default 0 check (stock >= 0),
  status text not null default 'ON' check (status in ('ON', 'OFF')),
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  version int not null default 1
);
create unique index device_goods_name on device_goods (name, spec);
create unique index device_goods_type on device_goods (device_type_id) where status = 'ON';

create table purchase_order (
  id bigint primary key,
  order_no text not null unique,
  agent_id bigint not null references agent (id),
  contact text not null,
  phone text not null,
  address text not null,
  remark text not null default '',
  list_fen bigint not null,
  discount_fen bigint not null check (discount_fen >= 0),
  pay_fen bigint not null check (pay_fen >= 0 and pay_fen = list_fen - discount_fen),
  returned_fen bigint not null default 0 check (returned_fen between 0 and pay_fen),
  bill_id bigint references unit_bill (id),
  status text not null check (status in ('DRAFT', 'SUBMITTED', 'PAID', 'SHIPPED', 'RECEIVED', 'CLOSED', 'CANCELLED')),
  version int not null default 1,
  submitted_at timestamptz,
  paid_at timestamptz,
  received_at timestamptz,
  maker_id bigint not null,
  maker_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index purchase_order_agent on purchase_order (agent_id, created_at desc);
create index purchase_order_at on purchase_order (created_at desc, id desc);
create index purchase_order_open on purchase_order (status) where status in ('SUBMITTED', 'PAID', 'SHIPPED');

create table purchase_order_line (
  id bigint primary key,
  order_id bigint not null references purchase_order (id),
  agent_id bigint not null,
  line_no int not null,
  goods_id bigint not null references device_goods (id),
  qty int not null check (qty > 0),
  list_price_fen bigint not null,
  price_fen bigint not null,
  amount_fen bigint not null,
  shipped_qty int not null default 0 check (shipped_qty between 0 and qty),
  received_qty int not null default 0 check (received_qty between 0 and shipped_qty),
  returned_qty int not null default 0 check (returned_qty between 0 and received_qty),
  unique (order_id, line_no),
  unique (order_id, goods_id)
);
create index purchase_order_line_goods on purchase_order_line (goods_id);

create table purchase_shipment (
  id bigint primary key,
  order_id bigint not null references purchase_order (id),
  agent_id bigint not null,
  carrier text not null,
  ship_no text not null,
  contents text not null,
  status text not null check (status in ('SHIPPED', 'RECEIVED')),
  version int not null default 1,
  received_by text not null default '',
  received_at timestamptz,
  maker_id bigint not null,
  maker_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index purchase_shipment_order on purchase_shipment (order_id, created_at desc);
create index purchase_shipment_open on purchase_shipment (created_at) where status = 'SHIPPED';

-- What a shipment holds; a device is in one shipment that did not come back.
create table purchase_item (
  id bigint primary key,
  shipment_id bigint not null references purchase_shipment (id),
  order_id bigint not null,
  line_id bigint not null references purchase_order_line (id),
  agent_id bigint not null,
  qty int not null check (qty > 0),
  device_id bigint references device (id),
  sn text,
  status text not null check (status in ('SHIPPED', 'RECEIVED', 'RETURNED')),
  returned_at timestamptz,
  return_reason text not null default '',
  check ((device_id is null) = (sn is null)),
  check (device_id is null or qty = 1)
);
create index purchase_item_shipment on purchase_item (shipment_id);
create index purchase_item_order on purchase_item (order_id, line_id);
create unique index purchase_item_device on purchase_item (device_id) where device_id is not null and status <> 'RETURNED';
