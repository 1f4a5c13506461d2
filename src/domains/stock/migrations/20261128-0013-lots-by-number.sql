-- A lot is looked for by the number on its box.
create index lot_number on lot (contractor_id, lot_no);
