-- Payments by a code that is shown, and scanned by whoever pays: of an order of a shop, which is no meal at a terminal.
alter table third_trade add column order_id bigint;
-- Empty while the channel has given none, and where the payer's own code was scanned.
alter table third_trade add column shown_code text not null default '';
create unique index third_trade_order on third_trade (organization_id, order_id) where order_id is not null;
