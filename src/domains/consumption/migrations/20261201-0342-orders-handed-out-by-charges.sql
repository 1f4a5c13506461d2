-- A manual charge may also hand out what was ordered: the line names the order, whose money was set aside before.
alter table manual_charge drop constraint manual_charge_kind_check;
alter table manual_charge add constraint manual_charge_kind_check
  check (kind in ('ORDER', 'REDEEM', 'SUPPLEMENT', 'COLLECT'));
alter table manual_charge_line add column order_id bigint;
