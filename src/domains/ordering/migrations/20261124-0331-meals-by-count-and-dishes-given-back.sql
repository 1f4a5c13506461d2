-- Orders paid by meals of the person's COUNT purse: nothing is held, they are taken when the order is handed out.
alter table ordering_rule drop constraint ordering_rule_pay_time_check;
alter table ordering_rule add constraint ordering_rule_pay_time_check
  check (pay_time in ('ON_ORDER', 'ON_EAT', 'MONTHLY', 'COUNT') and (pay_time <> 'COUNT' or mode <> 'BY_DISH'));
alter table meal_order drop constraint meal_order_pay_time_check;
alter table meal_order add constraint meal_order_pay_time_check
  check (pay_time in ('ON_ORDER', 'ON_EAT', 'MONTHLY', 'UNIT', 'COUNT'));
-- Meals the order costs, and those that stand taken for it.
alter table meal_order add column counts int not null default 0 check (counts >= 0);
alter table meal_order add column booked_counts int not null default 0 check (booked_counts between 0 and counts);
create index meal_order_counts on meal_order (organization_id, person_id) where counts > 0;
-- Dishes of an order that were given back after they were handed out: portions of the line, fen of the order.
alter table meal_order add column refunded_fen bigint not null default 0 check (refunded_fen >= 0);
alter table meal_order_item add column refunded_qty int not null default 0 check (refunded_qty between 0 and qty);
