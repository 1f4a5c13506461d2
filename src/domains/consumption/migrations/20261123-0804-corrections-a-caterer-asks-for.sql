-- A caterer may put a wrong charge to the unit it serves.
alter table correction drop constraint correction_source_check;
alter table correction add constraint correction_source_check check (source in ('USER_REPORT', 'STAFF', 'SYSTEM', 'CONTRACTOR'));
