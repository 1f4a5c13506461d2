-- Tills of a shop.
alter table device drop constraint device_mode_check;
alter table device add constraint device_mode_check
  check (mode in ('FIXED', 'AMOUNT', 'COUNT', 'DISH', 'WEIGH', 'RECHARGE', 'ORDER_PICKUP', 'SHOP'));
