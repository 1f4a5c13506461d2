-- What a buyer orders above the limit waits for another. The states grow; every row that is there keeps the narrower rule, and the lines that
-- are ordered keep the index they are counted by.
alter table supply_order drop constraint supply_order_status_check, add constraint supply_order_status_check check (status in ('WAITING', 'ORDERED',
  'PART_RECEIVED', 'RECEIVED', 'CLOSED', 'REFUSED')) not valid;
alter table supply_order add column checker_id bigint, add column checker_name text not null default '', add column checked_at timestamptz,
  add column check_note text not null default '';
alter table daily_purchase drop constraint daily_purchase_status_check, add constraint daily_purchase_status_check check (status in ('DRAFT',
  'WAITING', 'ORDERED', 'PART_RECEIVED', 'RECEIVED', 'CLOSED')) not valid;
create index daily_purchase_waiting on daily_purchase (contractor_id, goods_id) where status = 'WAITING';
