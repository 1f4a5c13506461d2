-- Whose receiver signs for a transfer: the organization its storehouse stands at.
alter table stock_bill add column receiver_id bigint references organization (id);
update stock_bill b set receiver_id = h.site_id from storehouse h
  where b.kind = 'TRANSFER' and h.contractor_id = b.contractor_id and h.id = b.to_storehouse_id;
create index stock_bill_receiver on stock_bill (receiver_id, created_at desc, id desc) where receiver_id is not null;
-- What was turned away at the door went back to the storehouse it came from.
alter table stock_transit add column back_qty bigint not null default 0 check (back_qty between 0 and received_qty);
