-- Whom a late record is charged to, in which department and by which price: as it was at the swipe.
create trigger keep_past after update on person for each row
  execute function keep_past('department_id', 'type_id', 'status', 'valid_end');
create trigger keep_past after update on card for each row
  execute function keep_past('person_id', 'status', 'issued_at', 'valid_end');
create trigger keep_past after update or delete on person_type for each row execute function keep_past();
