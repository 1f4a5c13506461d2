-- Bought at a market for cash: no order and no registered supplier stands behind it, a reason and a way of paying do.
alter table receipt
  alter column supplier_id drop not null,
  add column buy_reason text,
  add column pay_way text check (pay_way in ('CASH', 'PHONE', 'ADVANCE'));
create index receipt_emergency on receipt (contractor_id, accepted_at desc) where emergency;
