-- 预警明细 lists what still waits first: whatever lives has its index, what is over and still owes a word had none, and the list
-- read every alert there ever was, twice a minute on every screen that shows it. A handful of rows; written when a word becomes due.
create index alert_note_due on alert (organization_id) where note_due;
