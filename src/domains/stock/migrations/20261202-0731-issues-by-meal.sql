-- What was issued to a unit's meal is looked up by it: lots of a dish that is called back.
create index stock_bill_meal on stock_bill (contractor_id, site_id, dining_date) where dining_date is not null;
