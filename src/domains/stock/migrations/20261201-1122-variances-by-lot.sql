-- What a lot's invoices and returns left outside the stock is read beside its receipt.
create index price_variance_lot on price_variance (contractor_id, lot_id);
