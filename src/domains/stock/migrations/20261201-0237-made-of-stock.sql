-- Goods that are made of others and lie in stock: what went in leaves as MAKE_OUT, what came out comes in as MAKE_IN. The kinds grow;
-- every row that is there keeps the narrower rule, so that nothing has to be read again.
alter table stock_bill drop constraint stock_bill_kind_check, add constraint stock_bill_kind_check check (kind in ('OPENING', 'IN',
  'RECEIVE', 'RECEIVE_RETURN', 'ISSUE', 'ISSUE_RETURN', 'LOSS', 'TRANSFER', 'MAKE', 'COUNT', 'SALE', 'SALE_RETURN', 'REVALUE')) not valid;
alter table stock_entry drop constraint stock_entry_kind_check, add constraint stock_entry_kind_check check (kind in ('OPENING', 'IN',
  'RECEIVE', 'RECEIVE_RETURN', 'ISSUE', 'ISSUE_RETURN', 'LOSS', 'SALE', 'SALE_RETURN', 'MAKE_OUT', 'MAKE_IN', 'TRANSFER_OUT', 'TRANSFER_IN',
  'COUNT_GAIN', 'COUNT_LOSS', 'REVALUE')) not valid;
create index stock_bill_making on stock_bill (contractor_id, id) where kind = 'MAKE';
