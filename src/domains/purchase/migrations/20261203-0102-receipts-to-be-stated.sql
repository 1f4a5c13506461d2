-- What of a receipt no statement has said yet: drawing one up reads these alone, not every receipt there ever was. All are read once.
alter table receipt add column unstated boolean not null default true;
create index receipt_unstated on receipt (contractor_id, supplier_id, accepted_at) where unstated;

create function receipt_line_changed() returns trigger language plpgsql as $$
begin
  update receipt set unstated = true where contractor_id = new.contractor_id and id = new.receipt_id and not unstated;
  return null;
end $$;
create trigger receipt_line_came after insert on receipt_line for each row execute function receipt_line_changed();
create trigger receipt_line_moved after update of amount_fen, returned_fen, status on receipt_line for each row
  when ((old.amount_fen, old.returned_fen, old.status) is distinct from (new.amount_fen, new.returned_fen, new.status))
  execute function receipt_line_changed();
