-- What a transfer's load measured when it came, in tenths of a degree.
alter table stock_bill add column arrived_temp10 int check (arrived_temp10 between -400 and 400);
