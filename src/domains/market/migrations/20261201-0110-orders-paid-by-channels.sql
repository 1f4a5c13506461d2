-- The channel's payment of an order, from the moment it is opened; the trade it was booked as is the order's once it is signed for.
alter table shop_order add column third_trade_id bigint;
alter table shop_order add constraint shop_order_paid_by check (pay_way is null or (pay_way = 'THIRD') = (third_trade_id is not null));
create index shop_order_unpaid on shop_order (organization_id, id) where status = 'UNPAID';
