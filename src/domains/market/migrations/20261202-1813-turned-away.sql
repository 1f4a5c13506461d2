-- How much of a line was turned away at the door: a wave that is signed for again takes off only what is still to be.
alter table shop_order_item add column refused_qty bigint not null default 0;
