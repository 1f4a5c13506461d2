-- Bills of all units in the order they fall due, the paid ones included; a unit's own are few.
create index unit_bill_due_all on unit_bill (due_on, id);
