-- Diners that were counted or taken back on another day than they ate: reports by the day of the meal look for these few.
create index trade_heads_moved on trade (organization_id, business_date)
  where (heads <> 0 or restaurant_heads <> 0) and (kind = 'REVERSE' or occurred_date <> business_date);
