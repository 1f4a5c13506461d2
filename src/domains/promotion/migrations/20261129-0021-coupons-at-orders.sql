-- A coupon is used with a swipe, or with an order before there is a trade.
alter table activity_use add column order_id bigint;
create unique index activity_use_order on activity_use (organization_id, order_id) where order_id is not null;
