-- A meal is settled restaurant by restaurant: one may wait for its terminals while the other is done. What stood here is told
-- anew by the clock.
delete from order_settlement;
alter table order_settlement
  drop constraint order_settlement_once,
  add column restaurant_id bigint not null,
  add constraint order_settlement_once unique (organization_id, dining_date, meal_period_id, restaurant_id),
  add foreign key (organization_id, restaurant_id) references restaurant (organization_id, id);
