-- Lines of goods beside plates and portions: base units, and the price of one unit of so many of them.
alter table trade_item drop constraint trade_item_kind_check;
alter table trade_item add constraint trade_item_kind_check check (kind in ('WEIGH', 'DISH', 'GOODS'));
alter table trade_item
  add column goods_id bigint,
  add column unit_size bigint,
  add column unit_name text not null default '',
  -- What was out of the ordinary when it was sold: off the shelf, the shop frozen.
  add column note text not null default '',
  add constraint trade_item_goods check ((kind = 'GOODS') = (goods_id is not null) and (goods_id is null) = (unit_size is null));
create index trade_item_goods_day on trade_item (organization_id, goods_id, business_date) where goods_id is not null;
create index trade_item_goods_person on trade_item (organization_id, person_id, business_date) where goods_id is not null;
