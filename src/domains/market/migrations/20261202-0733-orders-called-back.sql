-- The recall that holds back goods of an order: it goes no further until they are picked anew or taken off. Null: none does.
alter table shop_order_item add column recall_no text;
