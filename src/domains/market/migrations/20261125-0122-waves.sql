-- Delivery waves: the orders of a day for one address of an organization, sorted, sent and signed for together.
create table shop_wave (
  contractor_id bigint not null references contractor (id),
  id bigint not null,
  wave_no text not null,
  organization_id bigint not null references organization (id),
  delivery_date date not null,
  address text not null default '',
  status text not null check (status in ('TO_SORT', 'SORTED', 'DELIVERING', 'SIGNED')),
  sorter_name text not null default '',
  sorted_at timestamptz,
  driver text not null default '',
  car text not null default '',
  temp10 int,
  departed_at timestamptz,
  receiver text not null default '',
  signed_at timestamptz,
  maker_id bigint,
  maker_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (contractor_id, id),
  constraint shop_wave_no unique (contractor_id, wave_no)
);
create index shop_wave_made on shop_wave (contractor_id, created_at desc, id desc);
create index shop_wave_site on shop_wave (organization_id, status);
alter table shop_order add column wave_id bigint;
create index shop_order_wave on shop_order (contractor_id, wave_id) where wave_id is not null;
