-- Orders a department pays for: owed by the unit when they are handed out.
alter table meal_order drop constraint meal_order_pay_time_check;
alter table meal_order add constraint meal_order_pay_time_check check (pay_time in ('ON_ORDER', 'ON_EAT', 'MONTHLY', 'UNIT'));
