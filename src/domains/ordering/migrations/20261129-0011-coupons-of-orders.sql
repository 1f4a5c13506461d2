-- What a coupon took off the dishes of an order; its lines' amounts are what is left.
alter table meal_order add column coupon_fen bigint not null default 0 check (coupon_fen >= 0);
alter table meal_order_item drop constraint meal_order_item_check;
alter table meal_order_item add constraint meal_order_item_amount check (amount_fen between 0 and price_fen * qty);
