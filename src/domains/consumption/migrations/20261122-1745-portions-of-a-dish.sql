-- Portions of a dish sold at the tills of a day: menus are held against them.
create index trade_item_dish on trade_item (organization_id, dish_id, business_date) where kind = 'DISH' and dish_id <> 0;
