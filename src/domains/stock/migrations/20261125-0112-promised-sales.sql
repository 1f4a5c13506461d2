-- A sale that keeps a promise: the line it was reserved for.
alter table stock_due add column order_line_id bigint;
