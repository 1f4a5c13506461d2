-- Recalls: lots that are sealed in every storehouse at once, traced both ways, and disposed of before the recall is closed.
create table lot_recall (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  recall_no text not null,
  reason text not null,
  scope text not null check (scope in ('LOT', 'DELIVERY')),
  lot_count int not null,
  status text not null check (status in ('SEALED', 'TRACED', 'CLOSED', 'RELEASED')),
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
  constraint lot_recall_no unique (contractor_id, recall_no)
);
create index lot_recall_made on lot_recall (contractor_id, created_at desc);

create table lot_recall_lot (
  contractor_id bigint not null,
  recall_id bigint not null,
  lot_id bigint not null,
  primary key (contractor_id, recall_id, lot_id),
  foreign key (contractor_id, recall_id) references lot_recall (contractor_id, id),
  foreign key (contractor_id, lot_id) references lot (contractor_id, id)
);
create index lot_recall_lot_of on lot_recall_lot (contractor_id, lot_id);
