-- A caterer's own tables name the unit they are about; they are not the unit's.
comment on table shop is 'not-tenant: a contractor''s shop at a unit';
comment on table shop_shelf is 'not-tenant: a contractor''s shelf at a unit';
comment on table shelf_price is 'not-tenant: a contractor''s prices at a unit';
comment on table shop_wave is 'not-tenant: a contractor''s deliveries to a unit';
comment on table subscribe_order_part is 'not-tenant: a contractor''s bill, by unit';
-- Orders are the unit's: nothing of them is unique beyond it.
alter table shop_order drop constraint shop_order_no;
alter table shop_order add constraint shop_order_no unique (organization_id, order_no);
