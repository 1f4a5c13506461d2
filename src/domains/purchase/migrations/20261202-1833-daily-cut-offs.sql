-- Until when a supplier takes orders on a day; what is ordered later counts as ordered the day after. Null: all day.
alter table supplier add column order_until text check (order_until ~ '^([01]\d|2[0-3]):[0-5]\d$');
